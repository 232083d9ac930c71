import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";

Deno.test("a repository without objects of its own commit, like some partial clones, ends the run with a sentence", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", "b.txt": "b\n" });
  const blob = repository.git("rev-parse", "HEAD:b.txt").trim();
  Deno.removeSync(join(repository.root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  await using h = await harness({ workers: 1 });
  const body = { request: 'replace "hello" with "bye" in a.txt', repoPath: repository.root };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  const run = await h.until(id, ({ status, round }) => !["queued", "running"].includes(status) || round > 3);
  assert.deepEqual([run.status, run.statusReason, run.round], ["failed", "invalid_input", 1]);
  assert.match(run.statusDetail!, /Objects of the commit \w+ are missing in .*partial clone/);
});
