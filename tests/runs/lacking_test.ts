import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "./scenario.ts";

const ATTRIBUTES = "*.psd filter=lfs diff=lfs merge=lfs -text\n";
const LACKED = "the content of 1 submodule (libs/shared) and the content of files in Git LFS";

Deno.test("a run of a repository with submodules and Git LFS says what its worktrees lack", async () => {
  using repository = TestRepository.make({ "a.txt": "one\n", ".gitattributes": ATTRIBUTES });
  const head = repository.git("rev-parse", "HEAD").trim();
  repository.git("update-index", "--add", "--cacheinfo", `160000,${head},libs/shared`);
  repository.git("commit", "-qm", "Add a submodule");
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const { items } = await h.operator("GET /runs/:id/timeline", {
    params: { id: run.id },
    query: { limit: 200 },
  });
  const shown = items.map(({ summary }) => summary).join("\n");
  assert.ok(shown.includes(` Its worktrees lack ${LACKED}.`), shown);
  const { approval } = await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } });
  assert.ok(approval.reasons.includes(`Neither the worker nor the verifier had ${LACKED}.`));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("of many submodules a run names some, and does not say that these are all", async () => {
  using repository = TestRepository.make();
  const head = repository.git("rev-parse", "HEAD").trim();
  const entries = Array.from({ length: 25 }, (_, i) => ["--cacheinfo", `160000,${head},libs/${100 + i}`]);
  repository.git("update-index", "--add", ...entries.flat());
  repository.git("commit", "-qm", "Add submodules");
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const { approval } = await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } });
  const named = "libs/100, libs/101, libs/102, libs/103, libs/104, …";
  const said = `Neither the worker nor the verifier had the content of at least 20 submodules (${named}).`;
  assert.ok(approval.reasons.includes(said), approval.reasons.join("\n"));
});

Deno.test("a run of a repository without them says nothing of it, also where attributes are of something else", async () => {
  using repository = TestRepository.make({
    "a.txt": "one\n",
    ".gitattributes": "# *.psd filter=lfs\n*.txt text\n",
  });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const { approval } = await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } });
  assert.ok(!approval.reasons.some((reason) => reason.includes("Neither the worker")));
});
