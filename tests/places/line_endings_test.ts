import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { ownHome, write } from "./places_world.ts";

Deno.test("the line endings that a person's own git writes everywhere are those of their files, and of what a run writes", async () => {
  using own = ownHome();
  write(own.home, { ".gitconfig": "[include]\n\tpath = more\n", more: "[core]\n\tautocrlf = true\n" });
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  repository.write({ "a.txt": "hello\r\n" }); // as git with that setting checks it out
  await using h = await harness({ workers: 1 });
  const status = await h.operator("GET /shell/git-status", { query: { path: repository.root } });
  assert.deepEqual(status.items, []);
  const request = { request: 'replace "hello" with "bye" in a.txt\ncreate b.txt with "b\\n"' };
  const run = await runToRest(h, repository, request);
  const { drift } = await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } });
  assert.equal(drift?.total, 0);
  const ended = await approvePending(h, run);
  assert.equal(ended.status, "completed", ended.statusDetail ?? ended.waitingFor?.detail);
  assert.deepEqual([repository.read("a.txt"), repository.read("b.txt")], ["bye\r\n", "b\r\n"]);
});

Deno.test("what a repository sets itself counts more than what its person's git has elsewhere", async () => {
  using own = ownHome();
  write(own.home, { ".gitconfig": "[core]\n\tautocrlf\n" });
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  repository.git("config", "core.autocrlf", "false");
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'replace "hello" with "bye" in a.txt' });
  assert.equal((await approvePending(h, run)).status, "completed");
  assert.equal(repository.read("a.txt"), "bye\n");
});

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
