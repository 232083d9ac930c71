import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../../git.ts";
import { type Harness, harness } from "../../harness.ts";
import { approvePending, runToRest } from "../../runs/scenario.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { sandboxTest } from "../../sandbox.ts";
import { admit, statedBy } from "./scenario.ts";

const FILE = ".agent-harness.json";

const fileOf = async (h: Harness, { root }: TestRepository) => (await statedBy(h, root)).file;

const write = (repository: TestRepository, content: unknown) =>
  repository.write({ [FILE]: typeof content === "string" ? content : JSON.stringify(content, null, 2) });

Deno.test("a hostile .agent-harness.json of a cloned repository runs nothing and changes nothing; admitted, it would", async () => {
  const witness = join(temporaryDirectory(), "witness");
  using origin = TestRepository.make({
    "a.txt": "hello\n",
    [FILE]: JSON.stringify({
      setup: `echo setup >> ${witness}; exit 0`,
      verifier: `echo verifier >> ${witness}`,
      worker: "nobody/at-all",
      dial: "closed",
    }),
  });
  using clone = new TestRepository(join(temporaryDirectory(), "clone"));
  origin.git("clone", "--quiet", origin.root, clone.root);
  await using h = await harness({ workers: 1 });
  const before = h.store.head;
  const seen = await statedBy(h, clone.root);
  assert.equal(seen.file.state, "proposed");
  assert.deepEqual(seen.items.filter(({ id }) => id !== "dial").map(({ origin }) => origin), [
    "none",
    "none",
    "none",
    "none",
    "none",
    "none",
  ]);
  const request = { request: 'create made.txt with "x"' };
  const run = await runToRest(h, clone, request);
  assert.equal(run.preparation, null);
  assert.notEqual(run.policy?.dial, "closed");
  assert.equal((await approvePending(h, run)).status, "completed");
  assert.equal(await exists(witness), false, "nothing of it ran");
  assert.equal(h.store.events.after(before, 1_000).some(({ type }) => type.startsWith("defaults.")), false);

  await admit(h, clone.root);
  const held = await statedBy(h, clone.root);
  assert.deepEqual(held.items.slice(0, 3).map(({ origin }) => origin), ["file", "file", "file"]);
  const second = await runToRest(h, clone, { ...request, request: 'create more.txt with "x"' });
  assert.equal(
    second.preparation?.command,
    `echo setup >> ${witness}; exit 0`,
    "the control: once admitted, it is used",
  );
});

Deno.test("a changed byte needs a new admission, and the difference is shown", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  assert.equal((await fileOf(h, repository)).state, "none");
  write(repository, { setup: "true", verifier: "npm test" });
  const proposed = await fileOf(h, repository);
  assert.deepEqual([proposed.state, proposed.difference, proposed.admittedAt], ["proposed", null, null]);
  const { file } = await admit(h, repository.root);
  assert.equal(file.state, "admitted");
  write(repository, { setup: "true", verifier: "curl evil" });
  const changed = await fileOf(h, repository);
  assert.equal(changed.state, "changed");
  const { items: [listed] } = await h.operator("GET /repositories");
  assert.equal(listed!.defaultsFile, "changed");
  assert.match(changed.difference!, /^-.*npm test.*\n\+.*curl evil/m);
  const { items } = await statedBy(h, repository.root);
  assert.deepEqual(items.map(({ value }) => value).slice(0, 3), [null, null, null], "nothing of it is used");
  const run = await runToRest(h, repository, { request: 'create b.md with "x"' });
  assert.equal(run.preparation, null);
  write(repository, { setup: "true", verifier: "npm test" });
  assert.equal(
    (await fileOf(h, repository)).state,
    "admitted",
    "the admitted bytes are admitted whenever they are there",
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("only the bytes whose hash is given are admitted, and a revoked file has no effect", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const repoPath = repository.root;
  write(repository, { verifier: "npm test" });
  const { sha256 } = await fileOf(h, repository);
  write(repository, { verifier: "curl evil" });
  const before = h.store.head;
  const refused = await h.json("POST", "/repositories/defaults/file/admit", { repoPath, sha256 });
  assert.equal(refused.status, 400);
  assert.match(refused.body.error, /changed since you read it/);
  assert.equal(h.store.head, before);
  await admit(h, repoPath);
  const revoked = await h.operator("POST /repositories/defaults/file/revoke", { body: { repoPath } });
  assert.deepEqual([revoked.file.state, revoked.items[0]!.value], ["proposed", null]);
  assert.equal((await h.json("POST", "/repositories/defaults/file/revoke", { repoPath })).status, 400);
});

Deno.test("what is wrong with the file is said with its line and column, and cannot be admitted", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const cases: [string, number, number, RegExp][] = [
    ['{\n  "verifyer": "npm test"\n}', 2, 3, /"verifyer" is not known here\. Did you mean "verifier"\?/],
    ['{\n  "dial": "open"\n}', 2, 11, /"dial": .*"everything"/],
    ['{\n  "verifier": 3\n}', 2, 15, /"verifier": expected string/],
    ['{\n  "worker": "two words"\n}', 2, 13, /provider\/model/],
    ['{\n  "verifier": "a"\n  "setup": "b"\n}', 3, 3, /not valid JSON/],
    ['{ "verifier": "a", "verifier": "b" }', 1, 20, /unique/],
    ["[]", 1, 1, /The file: expected object/],
    ["", 1, 1, /not valid JSON/],
    [`{ "verifier": "${"x".repeat(17_000)}" }`, 1, 1, /at most 16384 bytes are read/],
  ];
  for (const [text, line, column, message] of cases) {
    write(repository, text);
    const { state, issues, sha256 } = await fileOf(h, repository);
    assert.equal(state, "invalid", text.slice(0, 50));
    assert.deepEqual(
      [issues[0]!.line, issues[0]!.column],
      [line, column],
      `${text.slice(0, 50)} ${issues[0]!.message}`,
    );
    assert.match(issues[0]!.message, message);
    const hash = sha256 ?? "0".repeat(64);
    const body = { repoPath: repository.root, sha256: hash };
    assert.equal((await h.json("POST", "/repositories/defaults/file/admit", body)).status, 400);
  }
});

Deno.test("a link in the file's place is not followed", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  repository.write({ "elsewhere.json": '{ "verifier": "true" }' });
  await Deno.symlink("elsewhere.json", join(repository.root, FILE));
  assert.equal((await fileOf(h, repository)).state, "invalid");
  await Deno.remove(join(repository.root, FILE));
  write(repository, { verifier: "true" });
  assert.equal((await fileOf(h, repository)).state, "proposed", "the control");
});

Deno.test("the file's dial never goes beyond what a person set", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const repoPath = repository.root;
  for (
    const [set, stated] of [["closed", "border"], ["everything", "border"], ["border", "closed"]] as const
  ) {
    await h.operator("POST /repositories/dial", { body: { repoPath, dial: set } });
    write(repository, { dial: stated });
    const { items, file } = await admit(h, repoPath);
    const dial = items.find(({ id }) => id === "dial")!;
    assert.deepEqual([dial.value, dial.origin], [set, "set"]);
    assert.match(file.notes[0]!, /has no effect: a person set it to/);
  }
});

sandboxTest("the file's dial makes the default stricter", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  write(repository, { dial: "everything" });
  const { items, file } = await admit(h, repository.root);
  const dial = items.find(({ id }) => id === "dial")!;
  assert.deepEqual([dial.value, dial.origin, file.notes], ["everything", "file", []]);
  const run = await runToRest(h, repository, { request: 'create b.md with "x"' });
  assert.equal(run.policy?.dial, "everything");
});

Deno.test("tasks are held to the profile that the admitted file names; one that is not there ends the run", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  write(repository, { profile: "reviewer" });
  const profileOf = async () => {
    const { id } = await runToRest(h, repository, { request: 'create b.md with "x"' });
    const events = h.store.events.after(0, 10_000);
    return events.findLast(({ type, runId }) => type === "task_session.planned" && runId === id)?.data as
      | { profile: { id: string } }
      | undefined;
  };
  assert.equal((await profileOf())!.profile.id, "worker");
  await admit(h, repository.root);
  assert.equal((await profileOf())!.profile.id, "reviewer");
  write(repository, { profile: "nobody" });
  await admit(h, repository.root);
  const run = await runToRest(h, repository, { request: 'create b.md with "x"' });
  assert.equal(run.status, "failed");
  assert.match(run.statusDetail!, /There is no active profile "nobody"/);
});

const exists = async (path: string): Promise<boolean> => {
  try {
    await Deno.lstat(path);
    return true;
  } catch {
    return false;
  }
};
