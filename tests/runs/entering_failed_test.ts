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

Deno.test("who steps into a task of which the attempt failed before they were in asks for another attempt", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: repository.root, setup: { command: "exit 3" } },
  });
  await h.settled(id);
  for (const attempt of [2, 3]) {
    const { state } = await h.operator("POST /runs/:id/enter", { params: { id }, body: {} });
    assert.equal(state, "requested");
    const failed = await h.settled(id);
    assert.deepEqual([failed.tasks[0]!.status, failed.tasks[0]!.attempt], ["failed", attempt]);
    assert.deepEqual(await h.operator("GET /runs/:id/entered", { params: { id } }), []);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});
