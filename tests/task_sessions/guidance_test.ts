import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";

Deno.test("guidance during a review waits for rework, and expires when the run completes without it", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const run = await runToRest(h, repository, { request: 'append "z\\n" to a.txt' });
  const params = { id: run.tasks[0]!.id };
  const status = async () =>
    (await h.operator("GET /task-sessions/:id", { params })).guidance.map(({ status }) => status);
  await h.operator("POST /task-sessions/:id/guidance", { params, body: { content: 'append "y" to a.txt' } });
  assert.deepEqual(await status(), ["pending"]);
  assert.equal((await approvePending(h, run)).status, "completed");
  assert.deepEqual(await status(), ["expired"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("text of white space alone is refused wherever somebody writes", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const run = await runToRest(h, repository, { request: 'append "z\\n" to a.txt' });
  const { id } = await h.operator("POST /coordinator/conversations", { body: {} });
  const bodies: [string, Record<string, unknown>][] = [
    [`/task-sessions/${run.tasks[0]!.id}/guidance`, {}],
    [`/coordinator/conversations/${id}/messages`, {}],
    [`/coordinator/conversations/${id}/events`, { kind: "user" }],
    [`/runs/${run.id}/research-notes`, {}],
    ["/memory", { type: "fact", scope: "global", source: { kind: "user", id: "me" } }],
    ["/workflow-builder/assist", {}],
  ];
  for (const [path, rest] of bodies) {
    const { status, body } = await h.json("POST", path, { ...rest, content: " \n\t " });
    assert.equal(status, 400, path);
    assert.match(body.error, /content.*must not be blank/, path);
  }
});

Deno.test("an approval whose run ends before anything is written has a final application state", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const run = await runToRest(h, repository, { request: 'create b.txt with "one"' });
  const { id } = pendingOf(run);
  await h.operator("POST /runs/:id/pause", { params: { id: run.id } });
  const approved = await h.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });
  assert.deepEqual([approved.status, approved.application], ["approved", "ready"]);
  await h.operator("POST /runs/:id/cancel", { params: { id: run.id } });
  const { approval } = await h.operator("GET /approvals/:id", { params: { id } });
  assert.deepEqual([approval.status, approval.application, approval.applicationDetail], [
    "approved",
    "none",
    "The run was cancelled.",
  ]);
  assert.equal(repository.exists("b.txt"), false);
  assert.deepEqual(h.rebuildDifferences(), []);
});
