import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";

Deno.test("every approval has a subject: the run for its start, its commands and its patch, else the task or what is named", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const subjects = async () =>
    (await h.operator("GET /approvals/queue")).items.map(({ approval }) => [
      approval.policyClass,
      approval.subject,
    ]);
  const request = { request: 'create b.txt with "b"', verifier: { command: "test -f b.txt" } };
  let run = await runToRest(h, repository, request, "agent");
  const subject = { kind: "run", id: run.id };
  for (const policyClass of ["start", "command", "repo-write"]) {
    assert.deepEqual(await subjects(), [[policyClass, subject]]);
    assert.deepEqual(
      (await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } })).approval.subject,
      subject,
    );
    run = await approvePending(h, run);
  }
  const { subject: undone } = await h.operator("POST /runs/:id/undo", { params: { id: run.id } });
  assert.deepEqual((await subjects())[0]![1], undone);
  assert.equal(undone.kind, "undo");
});
