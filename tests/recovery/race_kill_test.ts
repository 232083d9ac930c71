import { inParallel } from "./in_parallel.ts";
import { killRace, RACE_POINTS } from "./race_kill.ts";
import { freshSeed } from "./seed.ts";

/** Every boundary is a trial: `deno task soak -- boundaries --count 1`. */
const SHARE = 4;

Deno.test("kill -9 at boundaries of a race: the run ends in the same way", async () => {
  const seed = freshSeed();
  const points = RACE_POINTS.filter((_, at) => at % SHARE === seed % SHARE);
  await inParallel(2, points, killRace).catch((cause) => {
    throw new Error(`RECOVERY_SEED=${seed}: ${(cause as Error).message}`, { cause });
  });
});
