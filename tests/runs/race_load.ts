import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { contender } from "./race_world.ts";

/**
 * Creates so many races of three, each followed by a plain run, on four slots. Throws if one is overtaken at its start, waits for
 * more than what was asked for before it, or comes to no rest.
 */
export async function raceBesideRuns(count: number, say: (line: string) => void): Promise<void> {
  using repository = TestRepository.make();
  const writes = (name: string) => contender(name, { [`${name}.txt`]: `${name}\n` });
  await using h = await harness({
    workers: 4,
    availableWorkers: ["one", "two", "three", "plain"].map(writes),
  });
  const created: string[] = [];
  const startedAt = performance.now();
  for (let i = 0; i < count; i++) {
    const race = { contenders: ["one", "two", "three"].map((provider) => ({ worker: { provider } })) };
    for (const how of [{ race }, { worker: { provider: "plain" } }]) {
      const body = { request: "Write it", repoPath: repository.root, verifier: { command: "true" }, ...how };
      created.push((await h.operator("POST /coordinator/runs", { body })).id);
    }
  }
  const waits = await Promise.all(created.map(async (id) => {
    const { status } = await h.settled(id);
    assert.equal(status, "waiting");
    return performance.now() - startedAt;
  }));
  const events = h.store.events.after(0, 1_000_000);
  const started = events.filter(({ type }) => type === "run.started").map(({ runId }) => runId);
  assert.deepEqual(started, created, "runs start in the order in which they were asked for");
  const at = new Map(created.map((id, i) => [id, i]));
  const firsts = events.filter(({ type }) => type === "task_session.completed").map(({ runId }) =>
    at.get(runId!)!
  );
  const plain = firsts.filter((i) => i % 2 === 1);
  // A slot that is free goes to who waits longest: a plain run overtakes a race, and is not overtaken by later ones.
  plain.forEach((run, i) => {
    const before = firsts.indexOf(run);
    const later = firsts.slice(0, before).filter((other) => other > run + 8);
    assert.deepEqual(later, [], `the plain run ${i} waited for races that were asked for after it`);
  });
  say(`${count} races and ${count} runs came to rest in ${(Math.max(...waits) / 1000).toFixed(1)} s`);
}
