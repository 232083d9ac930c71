import assert from "node:assert/strict";
import { recordOf } from "../../store/shared/records.ts";
import { simulate } from "./simulate.ts";
import { Simulation } from "./simulation.ts";

const SEED = 20_260_322;

Deno.test("a history of commands, kills and a network in trouble shows what the model says", async () => {
  const coverage = await simulate({ count: 100, seed: SEED });
  assert.equal(coverage.commands, 100);
});

const isInTurns = ({ race, verifier }: Record<string, unknown>): boolean =>
  race !== undefined || verifier !== undefined;

/**
 * The log that a seed gives, without what comes from elsewhere: hashes, and the place of the repository. It ends where a race or a
 * verifier begins: contenders, and checks of the base, take turns as git lets them.
 */
async function logOf(seed: number): Promise<string[]> {
  await using simulation = await Simulation.open(seed);
  await simulation.run(30);
  const events = simulation.world.service.store.events.after(0, 10_000);
  const inTurns = events.filter(({ type, data }) => type === "run.created" && isInTurns(recordOf(data)))
    .map(({ stream }) => stream);
  const end = events.findIndex(({ type, stream }) => type === "run.started" && inTurns.includes(stream));
  return events.slice(0, end < 0 ? events.length : end).map(({ at, type, stream }) =>
    `${at} ${type} ${stream.replace(/^repository\/.*/, "repository")}`
  );
}

Deno.test("one seed gives one history, and another seed another", async () => {
  const log = await logOf(SEED);
  assert.deepEqual(await logOf(SEED), log);
  assert.notDeepEqual(await logOf(SEED + 1), log);
});
