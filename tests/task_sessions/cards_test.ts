import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";

Deno.test("a task that waits for another is planned and names it; done work under review cannot be blocked or escalated", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const request = 'run test -f a.txt\nappend "more" to a.txt';
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: `run sleep 1000\n${request}`, repoPath: repository.root },
  });
  const going = await h.until(
    id,
    ({ traces }) => traces.items.some(({ type }) => type === "process.started"),
  );
  const waits = going.tasks.filter(({ dependsOn }) => dependsOn.length > 0);
  assert.ok(waits.length > 0);
  for (const { status, blockedBy, dependsOn, nextMove } of waits) {
    assert.deepEqual([status, blockedBy], ["planned", dependsOn]);
    assert.equal(nextMove?.owner, "dependency");
  }
  await h.operator("POST /runs/:id/cancel", { params: { id } });

  const done = await runToRest(h, repository, { request });
  const { taskId } = done.tasks[0]!;
  for (const move of ["block", "escalate"]) {
    const { status, body } = await h.json("POST", `/runs/${done.id}/task-cards/${taskId}/${move}`, {});
    assert.equal(status, 400, move);
    assert.match(body.error, /done and under review\. Retry it, or decide its approval/);
  }
  assert.ok(pendingOf(done));
  assert.deepEqual(done.tasks.map(({ card }) => card), done.tasks.map(() => "in_review"));
  const over = await approvePending(h, done);
  assert.deepEqual(over.tasks.map(({ card }) => card), over.tasks.map(() => "done"));
});
