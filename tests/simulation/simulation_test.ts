import assert from "node:assert/strict";
import { simulate } from "./simulate.ts";
import { Simulation } from "./simulation.ts";

/** One whose first commands begin no race and no fix rounds: contenders, and checks of the base, take turns as git lets them. */
const SEED = 20_260_337;

Deno.test("a history of commands, kills and a network in trouble shows what the model says", async () => {
  const coverage = await simulate({ count: 100, seed: SEED });
  assert.equal(coverage.commands, 100);
});

/** The log that a seed gives, without what comes from elsewhere: hashes, and the place of the repository. */
async function logOf(seed: number): Promise<string[]> {
  await using simulation = await Simulation.open(seed);
  await simulation.run(30);
  const { events } = simulation.world.service.store;
  return events.after(0, 10_000).map(({ at, type, stream }) =>
    `${at} ${type} ${stream.replace(/^repository\/.*/, "repository")}`
  );
}

Deno.test("one seed gives one history, and another seed another", async () => {
  const log = await logOf(SEED);
  assert.deepEqual(await logOf(SEED), log);
  assert.notDeepEqual(await logOf(SEED + 1), log);
});
