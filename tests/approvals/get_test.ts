import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";

const EDIT = { request: 'replace "hello" with "hi" in a.txt' };

Deno.test("GET /approvals/:id names the touched paths that differ from the base, and other edits are not drift", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", "other.txt": "x\n" });
  await using h = await harness({ workers: 1 });
  const { id } = pendingOf(await runToRest(h, repository, EDIT));
  const params = { id };
  const before = await h.operator("GET /approvals/:id", { params });
  assert.equal(before.drift?.total, 0);
  assert.equal(before.approval.status, "pending");
  assert.equal(before.nextApprovalId, null);

  repository.write({ "other.txt": "changed\n" });
  assert.equal((await h.operator("GET /approvals/:id", { params })).drift?.total, 0);
  repository.write({ "a.txt": "hello, edited\n" });
  const { drift } = await h.operator("GET /approvals/:id", { params });
  assert.deepEqual(drift?.items.map(({ path, state }) => ({ path, state })), [{
    path: "a.txt",
    state: "other",
  }]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /approvals/:id shows a decided checkpoint too, without drift once it is applied", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, EDIT);
  await approvePending(h, waiting);
  const shown = await h.operator("GET /approvals/:id", { params: { id: pendingOf(waiting).id } });
  assert.equal(shown.approval.application, "applied");
  assert.equal(shown.drift, null);
  assert.equal(shown.nextApprovalId, null);
});

Deno.test("GET /approvals/:id leads from picked hunks to the checkpoint that shows their result", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", "b.txt": "hello\n" });
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'replace "hello" with "hi" in *.txt' });
  const { id, evidence } = pendingOf(waiting);
  assert.ok(evidence[0]?.kind === "repo-write-patch-bundle");
  const first = evidence[0].files[0]!.hunks[0]!.id;
  await h.operator("POST /approvals/:id/approve", {
    params: { id },
    body: {
      actorType: "human",
      reviewedEvidence: true,
      reviewedHashes: true,
      reviewedPolicyClass: true,
      acceptedHunks: [first],
    },
  });
  const next = pendingOf(await h.settled(waiting.id));
  const shown = await h.operator("GET /approvals/:id", { params: { id } });
  assert.equal(shown.approval.status, "superseded");
  assert.equal(shown.nextApprovalId, next.id);
  assert.equal((await h.operator("GET /approvals/:id", { params: { id: next.id } })).nextApprovalId, null);
});

Deno.test("GET /approvals/:id of an unknown one is 404, and the agent token does not reach the working tree", async () => {
  await using h = await harness();
  assert.equal((await h.json("GET", "/approvals/approval_nope")).status, 404);
  assert.equal((await h.json("GET", "/approvals/approval_nope", undefined, "agent-token")).status, 403);
});
