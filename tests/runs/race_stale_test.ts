import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { AT_THE_END, AT_THE_TOP, begin, contender, FILES } from "./race_world.ts";

Deno.test("race: a result that no longer fits is made again by the contender that was picked alone", async () => {
  using repository = TestRepository.make(FILES);
  const begun = { good: 0, lazy: 0 };
  await using h = await harness({
    workers: 3,
    availableWorkers: [
      contender("good", AT_THE_TOP, () => void begun.good++),
      contender("lazy", AT_THE_END, () => void begun.lazy++),
    ],
  });
  const { id } = await begin(h, repository, ["good", "lazy"]);
  await h.settled(id);
  await h.operator("POST /runs/:id/pick", { params: { id }, body: { parts: [{ contender: 1 }] } });
  const approvalId = pendingOf(await h.settled(id)).id;
  repository.write({ "a.txt": "mine\n" });
  const params = { id: approvalId };
  const decided = await h.operator("POST /approvals/:id/approve", { params, body: REVIEWED });
  assert.equal(decided.application, "stale");
  repository.write(FILES);
  const { good, lazy } = begun;
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", {
    params: { id, taskId: "1-task_1" },
    body: {},
  });
  const again = await h.settled(id);
  assert.deepEqual([again.waitingFor?.kind, pendingOf(again).policyClass], ["approval", "repo-write"]);
  assert.deepEqual(begun, { good: good + 1, lazy });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("race: another result can be picked, and the pick undone, when the approved one did not fit", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({
    workers: 3,
    availableWorkers: [contender("good", AT_THE_TOP), contender("other", { "other.txt": "other\n" })],
  });
  const { id } = await begin(h, repository, ["good", "other"]);
  await h.settled(id);
  const params = { id };
  const pick = async (number: number) => {
    await h.operator("POST /runs/:id/pick", { params, body: { parts: [{ contender: number }] } });
    return pendingOf(await h.settled(id)).id;
  };
  const approve = async (approvalId: string) =>
    (await h.operator("POST /approvals/:id/approve", { params: { id: approvalId }, body: REVIEWED }))
      .application;
  const first = await pick(1);
  repository.write({ "a.txt": "mine\n" });
  assert.equal(await approve(first), "stale");
  await h.operator("POST /runs/:id/unpick", { params });
  assert.equal((await h.settled(id)).waitingFor?.detail, "The race is over. Pick a result to review it.");
  assert.equal(await approve(await pick(1)), "stale");
  const second = await pick(2);
  assert.equal(await approve(second), "applied");
  assert.equal((await h.settled(id)).status, "completed");
  assert.deepEqual([repository.read("a.txt"), repository.read("other.txt")], ["mine\n", "other\n"]);
  await assert.rejects(
    () => h.operator("POST /runs/:id/pick", { params, body: { parts: [{ contender: 1 }] } }),
    /its result was approved/,
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});
