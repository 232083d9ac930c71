/** Edits random series as often as it is told: `deno run -A tests/planner/series_trial.ts 1000 7`, the second number is the seed. */
import { editSeries } from "./series_world.ts";

const [edits = 1000, seed = 1] = Deno.args.map(Number);
await editSeries({ seed, edits });
Deno.stdout.writeSync(
  new TextEncoder().encode(`${edits} edits (seed ${seed}): three readers agree after each.\n`),
);
