import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";

const FILES = { "a.txt": "hello\n" };

/** What came of an approval after the target was changed while it waited. */
async function approveAfter(change: (repository: TestRepository) => void) {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'append "more" to a.txt' });
  change(repository);
  const run = await approvePending(h, waiting);
  const [approval] = run.approvals;
  return {
    status: run.status,
    application: approval!.application,
    detail: run.waitingFor?.detail ?? "",
    text: repository.read("a.txt"),
  };
}

Deno.test("another repository put at the same path is not written to, though its files are the same", async () => {
  const other = await approveAfter((repository) => {
    Deno.removeSync(join(repository.root, ".git"), { recursive: true });
    repository.git("init", "-q", "-b", "main");
    repository.commit({}, "another history");
  });
  assert.deepEqual([other.status, other.application], ["waiting", "stale"]);
  assert.match(
    other.detail,
    /The repository .* does not have the commit [0-9a-f]+, from which the work began\. Nothing was written/,
  );
  assert.equal(other.text, "hello\n");
});

Deno.test("a repository that lost its history, or its git directory, is not written to", async () => {
  const rewritten = await approveAfter((repository) => {
    repository.git("checkout", "-q", "--orphan", "fresh");
    repository.commit({}, "all anew");
    repository.git("branch", "-q", "-D", "main");
    repository.git("reflog", "expire", "--expire=now", "--all");
    repository.git("gc", "-q", "--prune=now");
  });
  assert.deepEqual([rewritten.application, rewritten.text], ["stale", "hello\n"]);
  assert.match(rewritten.detail, /does not have the commit \w+, from which the work began/);
  const without = await approveAfter((repository) =>
    Deno.removeSync(join(repository.root, ".git"), { recursive: true })
  );
  assert.deepEqual([without.application, without.text], ["stale", "hello\n"]);
  assert.match(without.detail, /was a git repository when the work began and is now a directory without git/);
});

Deno.test("a directory without git whose place was taken by a link is not written to", async () => {
  using plain = new TestRepository();
  using other = new TestRepository();
  for (const place of [plain, other]) place.write(FILES);
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, plain, { request: 'append "more" to a.txt' });
  const aside = `${plain.root}-aside`;
  Deno.renameSync(plain.root, aside);
  Deno.symlinkSync(other.root, plain.root);
  const run = await approvePending(h, waiting);
  assert.deepEqual([run.approvals[0]!.application, other.read("a.txt")], ["stale", "hello\n"]);
  assert.match(run.waitingFor!.detail, new RegExp(`now leads to ${other.root}`));
  Deno.removeSync(plain.root);
  Deno.renameSync(aside, plain.root);
});

Deno.test("the control: new commits, branches and packed objects leave it the same repository", async () => {
  const same = await approveAfter((repository) => {
    repository.commit({ "other.txt": "x\n" });
    repository.git("checkout", "-q", "-b", "elsewhere");
    repository.git("gc", "-q");
  });
  assert.deepEqual([same.status, same.application, same.text], ["completed", "applied", "hello\nmore"]);
});

Deno.test("a file with the attribute ident is not always changed, and is when its text is", async () => {
  using repository = TestRepository.make({
    ".gitattributes": "*.id ident\n",
    "made.id": "$Id$\none\n",
    "checked_out.id": "$Id$\ntwo\n",
    "touched.id": "$Id$\nthree\n",
    "plain.txt": "$Id$\nfour\n",
  });
  Deno.removeSync(join(repository.root, "checked_out.id"));
  repository.git("checkout", "-q", "--", "checked_out.id");
  assert.match(
    repository.read("checked_out.id"),
    /^\$Id: [0-9a-f]{40} \$/,
    "git writes the id of the blob there",
  );
  await using h = await harness({ workers: 1 });
  for (const [name, application] of [["made.id", "applied"], ["checked_out.id", "applied"]]) {
    const run = await approvePending(
      h,
      await runToRest(h, repository, { request: `append "more" to ${name}` }),
    );
    assert.deepEqual([name, run.approvals[0]!.application], [name, application], run.waitingFor?.detail);
    assert.match(repository.read(name!), /more$/);
  }
  for (
    const [name, text] of [["touched.id", "$Id$\nthree, changed\n"], [
      "plain.txt",
      "$Id: x $\nfour\n",
    ]] as const
  ) {
    const waiting = await runToRest(h, repository, { request: `append "more" to ${name}` });
    repository.write({ [name]: text });
    const run = await approvePending(h, waiting);
    assert.deepEqual([name, run.approvals[0]!.application], [name, "stale"]);
    assert.equal(repository.read(name), text);
  }
});
