import assert from "node:assert/strict";
import { join } from "node:path";
import { applyBundle, findDrift, verifyApplied } from "../../services/machine/repositories/mod.ts";
import { bundleOf, exists, fingerprint, gitFingerprint, makeFixture, openSession } from "./fixtures.ts";
import { BASE, CHANGE, prepare } from "./apply_world.ts";

Deno.test("applyBundle() makes the working tree what the workspace is, and nothing else", async () => {
  for (const init of [[], ["--object-format=sha256"], null]) {
    await using fixture = await makeFixture(init);
    await fixture.write(BASE);
    if (init !== null) await fixture.commit();
    const session = await openSession(fixture);
    const gitBefore = init === null ? {} : await gitFingerprint(fixture);
    const { manifest } = await bundleOf(session, CHANGE);
    await fixture.write({ "untouched.txt": "dirty and mine\n", "untracked.txt": "mine\n" });
    assert.deepEqual(await findDrift(fixture.root, manifest), []);
    assert.equal((await verifyApplied(fixture.root, manifest)).length, manifest.files.length);
    for (let time = 0; time < 2; time++) {
      const result = await applyBundle({
        control: session.control,
        root: fixture.root,
        manifest,
        token: "once",
      });
      assert.deepEqual(result, { ok: true, paths: manifest.files.length });
    }
    assert.deepEqual(await verifyApplied(fixture.root, manifest), []);
    const expected = await fingerprint(session.workspace.directory, {
      skip: [".git", "untouched.txt", "deleted"],
    });
    const actual = await fingerprint(fixture.root, { skip: [".git", "untouched.txt", "untracked.txt"] });
    assert.deepEqual(actual, expected);
    assert.equal(await Deno.readTextFile(join(fixture.root, "untouched.txt")), "dirty and mine\n");
    if (init !== null) assert.deepEqual(await gitFingerprint(fixture), gitBefore);
  }
});

Deno.test("applyBundle() writes line endings, identifiers and encodings as a checkout would", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({
    ".gitattributes": "*.bat text eol=crlf\n*.id ident\nutf16.txt text working-tree-encoding=UTF-16LE\n",
    "a.bat": "one\r\ntwo\r\n",
    "x.id": "$Id$\n",
  });
  await fixture.git("rm", "--quiet", "--cached", "x.id");
  await fixture.git("add", "x.id");
  await Deno.remove(join(fixture.root, "x.id"));
  await fixture.git("checkout", "--", "x.id");
  const session = await openSession(fixture);
  const utf16 = new Uint8Array([104, 0, 105, 0, 10, 0]);
  const { manifest } = await bundleOf(session, {
    "a.bat": "one\r\n2\r\n",
    "b.bat": "new\r\n",
    "x.id": "$Id$\nmore\n",
    "utf16.txt": utf16,
  });
  assert.deepEqual(manifest.files.map(({ additions, deletions }) => [additions, deletions]), [
    [1, 1],
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
  assert.deepEqual(await findDrift(fixture.root, manifest), []);
  await applyBundle({ control: session.control, root: fixture.root, manifest, token: "t" });
  assert.equal(await Deno.readTextFile(join(fixture.root, "a.bat")), "one\r\n2\r\n");
  assert.equal(await Deno.readTextFile(join(fixture.root, "b.bat")), "new\r\n");
  assert.match(await Deno.readTextFile(join(fixture.root, "x.id")), /^\$Id: [0-9a-f]{40} \$\nmore\n$/);
  assert.deepEqual(await Deno.readFile(join(fixture.root, "utf16.txt")), utf16);
  await fixture.git("add", "--all");
  assert.equal(await fixture.git("write-tree"), manifest.resultTree);
});

Deno.test("applyBundle() honours core.autocrlf of the target", async () => {
  await using fixture = await makeFixture();
  await fixture.git("config", "core.autocrlf", "true");
  await fixture.commit({ "a.txt": "one\r\ntwo\r\n" });
  const session = await openSession(fixture);
  assert.equal(await Deno.readTextFile(join(session.workspace.directory, "a.txt")), "one\r\ntwo\r\n");
  const { manifest } = await bundleOf(session, { "a.txt": "one\r\n2\r\n" });
  assert.deepEqual(await findDrift(fixture.root, manifest), []);
  await applyBundle({ control: session.control, root: fixture.root, manifest, token: "t" });
  assert.equal(await Deno.readTextFile(join(fixture.root, "a.txt")), "one\r\n2\r\n");
});

Deno.test("applyBundle() gives new files the umask's permissions and keeps those of private files", async () => {
  await using fixture = await makeFixture();
  await fixture.commit(BASE);
  await Deno.chmod(join(fixture.root, "modified.txt"), 0o600);
  const session = await openSession(fixture);
  const { manifest } = await bundleOf(session, { "modified.txt": "x\n", "new.sh": { executable: "x" } });
  await applyBundle({ control: session.control, root: fixture.root, manifest, token: "t" });
  const mode = async (path: string) => ((await Deno.stat(join(fixture.root, path))).mode ?? 0) & 0o777;
  assert.equal(await mode("modified.txt"), 0o600);
  assert.equal(await mode("new.sh"), 0o777 & ~Deno.umask());
});

Deno.test("applyBundle() copes with names that confuse shells, parsers and options", async () => {
  await using fixture = await makeFixture();
  const names = [
    "-rf",
    "a b",
    "new\nline",
    "tab\there",
    'q"uote',
    "it's",
    "$(x)",
    "ünïcödé/日本",
    "*",
    " lead",
    ":(top)x",
  ];
  await fixture.commit(Object.fromEntries(names.map((name) => [name, "one\n"])));
  const session = await openSession(fixture);
  const { manifest } = await bundleOf(session, Object.fromEntries(names.map((name) => [name, "two\n"])));
  assert.deepEqual(manifest.files.map(({ path }) => path).sort(), names.sort());
  const result = await applyBundle({ control: session.control, root: fixture.root, manifest, token: "t" });
  assert.ok(result.ok);
  for (const name of names) assert.equal(await Deno.readTextFile(join(fixture.root, name)), "two\n");
});

Deno.test("applyBundle() removes emptied directories as git does, but no others", async () => {
  await using fixture = await makeFixture();
  const { apply } = await prepare(fixture);
  await fixture.write({ "deleted/deep/mine.txt": "untracked\n" });
  assert.ok((await apply()).ok);
  assert.equal(await exists(join(fixture.root, "deleted/deep/er")), false);
  assert.equal(await exists(join(fixture.root, "deleted/deep/mine.txt")), true);
});
