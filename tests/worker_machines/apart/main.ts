/**
 * Does so many runs with two worker machines while networks are cut and processes are frozen, killed and restarted:
 * `<runs> <seed> queue|door`. Runs in a network namespace of its own, see `trial.ts`.
 */
import { join } from "node:path";
import { Random } from "../../recovery/load/random.ts";
import { allDisturbances } from "./disturbances.ts";
import { RunFeed } from "./run_feed.ts";
import { judgeWorld } from "./verdict.ts";
import { World } from "./world.ts";

const [runs = "1", seed = "1", where] = Deno.args;
const random = new Random(Number(seed));
const kept = Deno.makeTempDirSync({ prefix: `trial-${seed}-` });
const startedAt = performance.now();
const file = Deno.openSync(join(kept, "trial.log"), { write: true, create: true });

function say(line: string): void {
  const at = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(7);
  const bytes = new TextEncoder().encode(`${at} ${line}\n`);
  file.writeSync(bytes);
  Deno.stdout.writeSync(bytes);
}

say(`seed ${seed}, ${runs} runs, tickets by ${where}, log in ${kept}`);
await using world = await World.make(where === "queue");
const feed = new RunFeed(world, Number(runs));
const seen = new Map<string, number>();
try {
  const feeding = feed.work(say);
  do {
    for (const { name, happen } of shuffled(allDisturbances(world, random))) {
      say(`${name} begins`);
      const detail = await happen();
      world.requireMachines();
      seen.set(name, (seen.get(name) ?? 0) + 1);
      say(`${name} is over: ${detail}`);
      await new Promise((resolve) => setTimeout(resolve, random.between(1_000, 5_000)));
    }
  } while (feed.isWanting);
  feed.mayEnd = true;
  await feeding;
  for (const [name, count] of seen) say(`${String(count).padStart(4)} × ${name}`);
  for (const line of await judgeWorld(world)) say(line);
  say(`${feed.retried} tasks were retried after two machines were lost with each`);
  say("No fault.");
} catch (error) {
  say(`FAILED: ${error instanceof Error ? error.stack : error}`);
  Deno.exitCode = 1;
} finally {
  world.writeLines(kept);
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, key: random.next() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item);
}
