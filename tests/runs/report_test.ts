import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "./scenario.ts";

Deno.test("a report says each thing once, in whole sentences: the approval, what comes next, and why it was asked for", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    verifier: { command: "echo checked without a stop" },
  });
  const report = async (body: Record<string, unknown>) =>
    (await h.operator("POST /runs/:id/coordinator-report", { params: { id: waiting.id }, body })).summary;
  const { id } = pendingOf(waiting);
  const asked = await report({ reason: "I wonder" });
  assert.equal(asked.split("create b.txt").length - 1, 1, asked);
  assert.match(
    asked,
    /1 of 1 task done\..* Next: this \(human, by [\d-]+ [\d:]+ UTC\)\. Question asked because: I wonder$/,
  );
  assert.match(asked, /^The run is waiting\. Needs review: create b\.txt with "b"\. 1 of 1 task done\./);
  await h.operator("POST /approvals/:id/reject", { params: { id }, body: { actorType: "human" } });
  const ended = await report({});
  assert.match(ended, /^The run is failed \(approval_rejected\)\. The approval was rejected\. /);
  assert.doesNotMatch(ended, /Next:/);
});
