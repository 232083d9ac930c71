import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { AGENT, type Harness, harness, OPERATOR } from "../harness.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { filesBelow } from "./places_world.ts";

async function checklist(h: Harness, repoPath: string, content: string, token: string) {
  const { id } = await h.operator("POST /coordinator/conversations", { body: {} });
  const path = `/coordinator/conversations/${id}/pre-run-checklist`;
  const { status, body } = await h.json("POST", path, { content, repoPath }, token);
  assert.equal(status, 201, body.error);
  return (check: string) =>
    (body.items as { check: string; status: string; reason: string }[]).find((item) => item.check === check)!;
}

/** Everything in the storage that is not the log. */
const stored = (h: Harness): string[] => filesBelow(join(h.directory, "repositories"));

Deno.test("an agent's checklist reads no directory that no human has used, and leaves nothing in the storage", async () => {
  await using h = await harness({ workers: 1 });
  using plain = new TestRepository();
  plain.write({ "private.txt": "canary\n" });
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  for (const place of [plain, repository]) {
    const item = await checklist(h, place.root, 'append "x" to a.txt', AGENT);
    assert.equal(item("repository").status, "block");
    assert.match(item("repository").reason, /No human has used .* here/);
    assert.doesNotMatch(JSON.stringify(item("clean")), /a\.txt/);
  }
  assert.deepEqual(stored(h), []);
});

Deno.test("a checklist copies nothing: not for an agent where a human has been, not for the operator", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  await approvePending(h, await runToRest(h, repository, { request: 'create n.txt with "n"' }));
  repository.commit({});
  await checklist(h, repository.root, 'append "x" to a.txt', OPERATOR);
  const before = stored(h);
  for (const round of ["one", "two"]) {
    repository.write({ "a.txt": `${round}\n`, "new.bin": round.repeat(100_000) });
    const item = await checklist(h, repository.root, 'append "x" to a.txt', AGENT);
    assert.match(item("clean").reason, /about a\.txt, which changed since the base/);
    assert.deepEqual(stored(h), before, "an agent's question leaves nothing");
  }
  await checklist(h, repository.root, 'append "x" to a.txt', OPERATOR);
  const size = (files: string[]) => files.reduce((sum, each) => sum + Number(each.split(" ").at(-1)), 0);
  assert.ok(size(stored(h)) - size(before) < 10_000, "an operator's question leaves times, and no content");
});

Deno.test("a checklist for a directory without git takes no snapshot, and says what the base is going to be", async () => {
  await using h = await harness({ workers: 1 });
  using plain = new TestRepository();
  plain.write({ "a.txt": "x".repeat(200_000) });
  const item = await checklist(h, plain.root, 'append "x" to a.txt', OPERATOR);
  assert.match(item("base").reason, /content of the directory when the run starts/);
  assert.ok(stored(h).every((each) => Number(each.split(" ").at(-1)) < 10_000), stored(h).join("\n"));
});

Deno.test("the clean check names added, changed and deleted paths below the named directory, and no submodule", async () => {
  await using h = await harness({ workers: 1 });
  using module = TestRepository.make();
  using repository = TestRepository.make({ "pkg/a.txt": "1\n", "pkg/b.txt": "2\n", "top.txt": "t\n" });
  repository.git(
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "--quiet",
    "add",
    module.root,
    "pkg/module",
  );
  repository.commit({});
  const look = async () => (await checklist(h, join(repository.root, "pkg"), "x", OPERATOR))("clean").reason;
  assert.match(await look(), /^No file differs/);
  repository.write({ "pkg/a.txt": "changed\n", "pkg/new.txt": "n\n", "top.txt": "changed\n" });
  Deno.removeSync(join(repository.root, "pkg/b.txt"));
  assert.match(await look(), /^3 paths changed since the base: a\.txt, b\.txt, new\.txt\./);
  repository.git("checkout", "-q", "--", ".");
  Deno.removeSync(join(repository.root, "pkg/new.txt"));
  assert.match(await look(), /^No file differs/);
});
