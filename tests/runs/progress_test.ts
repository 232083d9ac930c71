import assert from "node:assert/strict";
import { turnTimesOf } from "../../services/execution/run_views/progress.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { approvePending, runToRest } from "./scenario.ts";

const progressOf = async (h: Harness, id: string) =>
  (await h.operator("GET /runs/:id/workspace", { params: { id } })).progress;

Deno.test("progress says where a run is, and from the second run on what is usual for its verifier", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const asked = { request: 'create b.txt with "one"', verifier: { command: "test -f b.txt" } };
  const first = await runToRest(h, repository, asked);
  const waiting = await progressOf(h, first.id);
  assert.deepEqual(waiting.steps.map(({ id, status }) => [id, status]), [
    ["plan", "done"],
    ["work", "done"],
    ["verify", "done"],
    ["review", "waiting"],
  ]);
  assert.deepEqual([waiting.tasksDone, waiting.tasks, waiting.activeSince], [1, 1, null]);
  assert.equal(waiting.usualVerifyMilliseconds, null, "there was none before it");
  await approvePending(h, first);
  assert.equal((await progressOf(h, first.id)).steps.at(-1)!.status, "done");
  const second = await runToRest(h, repository, { ...asked, request: 'create c.txt with "two"' });
  const { durationMilliseconds } = (await h.operator("GET /runs/:id/workspace", { params: { id: first.id } }))
    .evaluations[0]!;
  assert.equal((await progressOf(h, second.id)).usualVerifyMilliseconds, durationMilliseconds);
  const other = await runToRest(h, repository, { ...asked, verifier: { command: "test -e b.txt" } });
  assert.equal(
    (await progressOf(h, other.id)).usualVerifyMilliseconds,
    null,
    "another verifier says nothing of it",
  );
  await h.operator("POST /runs/:id/delete", { params: { id: first.id } });
  assert.equal((await progressOf(h, second.id)).usualVerifyMilliseconds, null, "it went with its run");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("progress of a queued run is its place in the queue", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const body = { request: 'create b.txt with "one"', repoPath: repository.root };
  const places = [];
  for (let i = 0; i < 3; i++) {
    const { id } = await h.operator("POST /coordinator/runs", { body });
    places.push((await progressOf(h, id)).queuePlace);
  }
  assert.deepEqual(places, [1, 2, 3]);
});

Deno.test("timesOf leaves waiting, pauses and the queue out of every step", () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  const turns = ([
    [0, "run.created"],
    [5, "run.started"],
    [7, "run.planned"],
    [10, "run.waiting"],
    [40, "run.resumed"],
    [41, "run.integrated"],
    [45, "run.bundled"],
    [46, "run.waiting"],
  ] as const).map(([second, type]) => ({ at: at(second), type }));
  const { spent, step, rested, activeSince } = turnTimesOf(turns);
  assert.deepEqual(spent, { plan: 2000, work: 4000, verify: 4000, review: 1000 });
  assert.deepEqual([step, rested, activeSince], ["review", 35_000, null]);
  assert.equal(turnTimesOf(turns.slice(0, 3)).activeSince, at(7));
  // Taken up again after a stop, it goes on where it was.
  const again = [...turns.slice(0, 3), { at: at(8), type: "run.queued" }, {
    at: at(20),
    type: "run.started",
  }];
  assert.deepEqual([turnTimesOf(again).step, turnTimesOf(again).activeSince], ["work", at(20)]);
});

Deno.test("what a run and its tasks took counts work, and no time in which they waited", async () => {
  const clock = { at: Date.parse("2026-01-01T00:00:00.000Z") };
  await using h = await harness({ workers: 1, now: () => new Date(clock.at) });
  using repository = TestRepository.make();
  const run = await runToRest(h, repository, { request: 'create b.txt with "one"' });
  clock.at += 3_600_000;
  await approvePending(h, run);
  const [listed] = await h.operator("GET /runs", { query: {} });
  assert.deepEqual(
    listed!.work,
    { milliseconds: 0 },
    "it waited for an hour, and the clock stood still else",
  );
  const { tasks } = await h.operator("GET /runs/:id", { params: { id: run.id } });
  assert.deepEqual(tasks[0]!.work, { milliseconds: 0 });
  const failed = await runToRest(h, repository, { request: "run test -e c.txt" });
  clock.at += 60_000;
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", {
    params: { id: failed.id, taskId: "task_1" },
    body: {},
  });
  const again = await h.settled(failed.id);
  assert.deepEqual(again.tasks[0]!.work, { milliseconds: 0 });
  assert.deepEqual(h.rebuildDifferences(), []);
});
