import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";

Deno.test("a text file counts as unchanged with the line endings that it was made with, as for git", async () => {
  using repository = TestRepository.make({ ".gitattributes": "*.txt text eol=crlf\n", "a.txt": "hello\n" });
  assert.equal(repository.git("status", "--porcelain"), "");
  assert.equal(repository.read("a.txt"), "hello\n", "git has not written it itself");
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'replace "hello" with "bye" in a.txt' });
  const { drift } = await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } });
  assert.equal(drift?.total, 0);
  assert.equal((await approvePending(h, run)).status, "completed");
  assert.equal(repository.read("a.txt"), "bye\r\n");
  repository.write({ "a.txt": "bye\r\nmine\n" });
  const undone = await h.operator("POST /runs/:id/undo", { params: { id: run.id } });
  const { application } = await h.operator("POST /approvals/:id/approve", {
    params: { id: undone.id },
    body: REVIEWED,
  });
  assert.equal(application, "stale", "other text is a change");
});
