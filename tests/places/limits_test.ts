import assert from "node:assert/strict";
import { join } from "node:path";
import { MAX_CAPTURED_BYTES, MAX_CAPTURED_FILES } from "../../services/machine/repositories/git/limits.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { filesBelow } from "./places_world.ts";

/** A file of any size that takes no room. */
function sparse(repository: TestRepository, path: string, bytes: number): void {
  repository.write({ [path]: "" });
  Deno.truncateSync(join(repository.root, path), bytes);
}

const REQUEST = { request: 'create note.txt with "n"' };

Deno.test("a directory without git that holds too many bytes is refused with its size, before any is copied", async () => {
  using repository = new TestRepository();
  sparse(repository, "data/large.bin", MAX_CAPTURED_BYTES + 1);
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, REQUEST);
  assert.deepEqual([run.status, run.statusReason], ["failed", "invalid_input"]);
  assert.match(run.statusDetail!, /more than 512 MiB .*"data\/large\.bin" with 513 MiB.*\.gitignore/);
  assert.deepEqual(
    filesBelow(join(h.directory, "repositories")).filter((path) => /objects\/\w\w\//.test(path)),
    [],
  );
  repository.write({ ".gitignore": "data/\n" });
  const control = await runToRest(h, repository, REQUEST);
  assert.equal(pendingOf(control).policyClass, "repo-write", "the control: what is ignored does not count");
});

Deno.test("a directory without git that holds too many files is refused, and a repository with as many is not", async () => {
  using repository = new TestRepository();
  for (let directory = 0; directory <= MAX_CAPTURED_FILES / 1000; directory++) {
    Deno.mkdirSync(join(repository.root, `d${directory}`));
    for (let file = 0; file < 1000; file++) {
      Deno.writeTextFileSync(join(repository.root, `d${directory}`, `${file}`), "");
    }
  }
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, REQUEST);
  assert.match(run.statusDetail!, new RegExp(`more than ${MAX_CAPTURED_FILES} new or changed files`));
  repository.git("init", "-q", "-b", "main");
  repository.git("add", "-A");
  repository.git("commit", "-qm", "all of it");
  const control = await runToRest(h, repository, REQUEST);
  assert.equal(pendingOf(control).policyClass, "repo-write", control.statusDetail);
});

Deno.test("a sparse file that a command makes is refused at once with its name and size", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: "run truncate -s 3G huge.img", onFailure: "fail" });
  assert.deepEqual([run.status, run.statusReason], ["failed", "invalid_input"]);
  assert.match(run.statusDetail!, /"huge\.img" with 3072 MiB/);
});

Deno.test("files that lie untracked in a repository without a commit can be changed", async () => {
  using repository = new TestRepository();
  repository.git("init", "-q", "-b", "main");
  repository.write({ "a.txt": "hello\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'append "more" to a.txt' });
  const done = await approvePending(h, run);
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(repository.read("a.txt"), "hello\nmore");
});
