import assert from "node:assert/strict";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";

Deno.test("a person who steps in while the failure of a task is being kept is let in", async () => {
  using repository = TestRepository.make();
  let opened: Harness | null = null;
  let asked = false;
  const boundary = async (point: string) => {
    const id = /^task:(.*):kept$/.exec(point)?.[1];
    if (id === undefined || asked || !opened) return;
    asked = true;
    const { runId } = opened.store.documents.get(taskSessionStream, id)!;
    await opened.operator("POST /runs/:id/enter", { params: { id: runId }, body: {} });
  };
  await using h = await harness({ workers: 1, boundary });
  opened = h;
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "run test -e there.txt", repoPath: repository.root },
  });
  await h.settled(id);
  assert.ok(asked);
  const params = { id };
  assert.equal((await h.operator("POST /runs/:id/enter", { params, body: {} })).state, "entered");
  await h.operator("POST /runs/:id/hand-back", { params, body: {} });
  const failed = await h.settled(id);
  assert.equal(failed.tasks[0]!.status, "failed");
  assert.deepEqual(h.rebuildDifferences(), []);
});
