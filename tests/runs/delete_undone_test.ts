import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { heldGit } from "./held_git.ts";
import { approvePending, runToRest } from "./scenario.ts";

Deno.test("a run whose undo is being written is not deleted meanwhile", async () => {
  using repository = TestRepository.make();
  const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using h = await harness({
    workers: 1,
    boundary: async (point) => {
      if (point !== "undo:renamed:0" && point !== "undo:deleted:0") return;
      reached.resolve();
      await goesOn.promise;
    },
  });
  const request = 'create b.txt with "b"\ncreate c.txt with "c"';
  const run = await approvePending(h, await runToRest(h, repository, { request }));
  const { id } = await h.operator("POST /runs/:id/undo", { params: { id: run.id } });
  const undone = h.json("POST", `/approvals/${id}/approve`, REVIEWED);
  await reached.promise;
  const refused = await h.json("POST", `/runs/${run.id}/delete`);
  goesOn.resolve();
  const done = await undone;
  assert.equal(refused.status, 400);
  assert.match(refused.body.error, /is being undone/);
  assert.equal(done.body.application, "applied");
  assert.deepEqual([repository.exists("b.txt"), repository.exists("c.txt")], [false, false]);
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run that was paused before its approved patch was written is deleted like any other, and nothing is written", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await h.operator("POST /runs/:id/pause", { params: { id: run.id } });
  const approved = await approvePending(h, run);
  assert.deepEqual([approved.status, approved.approvals[0]!.application], ["paused", "ready"]);
  assert.deepEqual(await h.operator("POST /runs/:id/delete", { params: { id: run.id } }), {
    deleted: run.id,
  });
  assert.equal(repository.exists("b.txt"), false);
  assert.equal((await h.json("GET", `/runs/${run.id}`)).status, 404);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an undo that is being prepared while its run is deleted finds no run, not a git that failed", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await approvePending(h, await runToRest(h, repository, { request: 'create b.txt with "b"' }));
  using git = heldGit("diff-tree", repository.root);
  const undone = h.json("POST", `/runs/${run.id}/undo`, {});
  await git.reached;
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  await git.goOn();
  const { status, body } = await undone;
  assert.equal(status, 404, body.error);
});
