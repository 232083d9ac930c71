import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";

Deno.test("POST /coordinator/runs becomes a verified, approved, applied patch", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", "keep.txt": "as it is\n" });
  await using h = await harness({ workers: 2 });
  const queued = await h.operator("POST /coordinator/runs", {
    body: {
      request: 'create docs/NOTE.md with "note\\n"\nreplace "hello" with "bye" in a.txt',
      repoPath: repository.root,
      verifier: { command: "grep -q bye a.txt && test -f docs/NOTE.md" },
    },
  });
  assert.equal(queued.status, "queued");

  const waiting = await h.settled(queued.id);
  assert.equal(waiting.status, "waiting", waiting.statusDetail);
  assert.equal(waiting.evaluation?.outcome, "passed");
  assert.equal(repository.read("a.txt"), "hello\n");
  assert.equal(repository.exists("docs"), false);

  const approval = waiting.approvals[0]!;
  const decided = await h.operator("POST /approvals/:id/approve", {
    params: { id: approval.id },
    body: REVIEWED,
  });
  assert.equal(decided.application, "applied");
  assert.deepEqual(
    await h.operator("POST /approvals/:id/approve", { params: { id: approval.id }, body: REVIEWED }),
    decided,
  );

  const done = await h.settled(queued.id);
  assert.equal(done.status, "completed");
  assert.equal(done.nextMove, null);
  assert.equal(repository.read("a.txt"), "bye\n");
  assert.equal(repository.read("docs/NOTE.md"), "note\n");
  assert.equal(repository.git("status", "--porcelain"), " M a.txt\n?? docs/\n");
  assert.deepEqual(h.rebuildDifferences(), []);
});
