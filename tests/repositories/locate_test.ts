import assert from "node:assert/strict";
import { join } from "node:path";
import { InvalidError, UnavailableError } from "../../services/ground/kernel/errors.ts";
import {
  hasObjects,
  locateRepository,
  openControl,
  pinBase,
  repositoryId,
} from "../../services/machine/repositories/mod.ts";
import { checkVersion } from "../../services/machine/repositories/git/version.ts";
import { bundleOf, gitFingerprint, makeFixture, openSession, plainGit, writeFiles } from "./fixtures.ts";

Deno.test("locateRepository() finds the top level from a subdirectory and through a symbolic link", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "a/b/file.txt": "x" });
  await Deno.symlink(join(fixture.root, "a"), join(fixture.directory, "link"));
  for (const path of [fixture.root, join(fixture.root, "a/b"), join(fixture.directory, "link/b")]) {
    assert.equal((await locateRepository(path, fixture.storage)).root, fixture.root);
  }
});

Deno.test("locateRepository() takes a directory without git as it is", async () => {
  await using fixture = await makeFixture(null);
  const { root, kind } = await locateRepository(fixture.root, fixture.storage);
  assert.deepEqual([root, kind], [fixture.root, "directory"]);
});

Deno.test("locateRepository() refuses what is not a working tree, naming the path", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "x" });
  const bare = join(fixture.directory, "bare.git");
  await plainGit(fixture.directory, ["clone", "--quiet", "--bare", fixture.root, bare]);
  await plainGit(fixture.root, ["clone", "--quiet", "--bare", fixture.root, "inner"]);
  const refused: [string, RegExp][] = [
    ["relative/path", /not absolute/],
    [join(fixture.root, "missing"), /There is no directory/],
    [join(fixture.root, "file.txt"), /There is no directory/],
    [join(fixture.root, ".git"), /git directory or bare repository/],
    [join(fixture.root, ".git/refs/heads"), /git directory or bare repository/],
    [bare, /git directory or bare repository/],
    [join(fixture.root, "inner"), /git directory or bare repository/],
    [`${fixture.root}\0`, /not absolute/],
  ];
  for (const [path, expected] of refused) {
    await assert.rejects(
      locateRepository(path, fixture.storage),
      (error) => error instanceof InvalidError && expected.test(error.message),
    );
  }
});

Deno.test("locateRepository() refuses settings that it cannot honour", async () => {
  const settings: [string, string, RegExp][] = [
    ["core.bare", "true", /is bare/],
    ["core.worktree", "/", /core\.worktree/],
    ["extensions.refStorage", "reftable", /"reftable"/],
    ["core.repositoryFormatVersion", "7", /format version 7/],
    ["extensions.objectFormat", "md5", /"md5"/],
  ];
  for (const [key, value, expected] of settings) {
    await using fixture = await makeFixture();
    await plainGit(fixture.directory, ["config", "--file", join(fixture.root, ".git/config"), key, value]);
    await assert.rejects(locateRepository(fixture.root, fixture.storage), expected);
  }
  await using fixture = await makeFixture();
  await writeFiles(fixture.root, { ".git/config": "[broken" });
  await assert.rejects(locateRepository(fixture.root, fixture.storage), /cannot be read/);
  await Deno.remove(join(fixture.root, ".git"), { recursive: true });
  await writeFiles(fixture.root, { ".git": "gitdir: /nowhere\n" });
  await assert.rejects(locateRepository(fixture.root, fixture.storage), /does not name a git directory/);
});

Deno.test("checkVersion() asks for git 2.38 or newer", () => {
  for (const good of ["git version 2.38.0", "git version 2.39.5 (Apple Git-154)", "git version 3.0.0"]) {
    checkVersion(good);
  }
  for (const bad of ["git version 2.37.9", "git version 1.9.1", "nonsense"]) {
    assert.throws(() => checkVersion(bad), UnavailableError);
  }
});

Deno.test("openControl() opened many times at once gives one repository", async () => {
  await using fixture = await makeFixture();
  const commit = await fixture.commit({ "file.txt": "x" });
  const repository = await locateRepository(fixture.root, fixture.storage);
  const opened = await Promise.all(Array.from({ length: 8 }, () => openControl(repository, fixture.storage)));
  for (const control of opened) assert.equal((await pinBase(control)).commit, commit);
  assert.equal(opened[0]?.id, repositoryId(fixture.root));
  const stored = await Array.fromAsync(
    Deno.readDir(join(fixture.storage, "repositories", repositoryId(fixture.root))),
  );
  assert.deepEqual(stored.map(({ name }) => name).sort(), ["control.git", "temporary", "work.git"]);
});

Deno.test("pinBase() reads HEAD as git does: branch, packed refs, symbolic ref, detached", async () => {
  await using fixture = await makeFixture();
  const { git } = fixture;
  const commit = await fixture.commit({ "file.txt": "x" });
  const pin = async () =>
    pinBase(await openControl(await locateRepository(fixture.root, fixture.storage), fixture.storage));
  const tree = await git("rev-parse", "HEAD^{tree}");
  assert.deepEqual(await pin(), { commit, tree, ref: "refs/heads/main" });
  await git("tag", "--annotate", "--message=x", "v1");
  await git("branch", "other/main");
  await git("pack-refs", "--all");
  assert.deepEqual(await pin(), { commit, tree, ref: "refs/heads/main" });
  await git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
  await git("symbolic-ref", "HEAD", "refs/heads/alias");
  assert.deepEqual(await pin(), { commit, tree, ref: "refs/heads/main" });
  await git("checkout", "--quiet", "--detach", "main");
  assert.deepEqual(await pin(), { commit, tree, ref: null });
  for (
    const head of ["ref: ../../etc/passwd\n", "ref: refs/../../x\n", "nonsense\n", "ref: refs/heads/a\0b\n"]
  ) {
    await writeFiles(fixture.root, { ".git/HEAD": head });
    await assert.rejects(pin(), InvalidError);
  }
});

Deno.test("a linked worktree and a submodule are targets of their own", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "x" });
  const linked = join(fixture.directory, "linked");
  await fixture.git("worktree", "add", "--quiet", "-b", "branch", linked);
  await writeFiles(linked, { "file.txt": "y" });
  await plainGit(linked, ["commit", "--quiet", "--all", "--message=y"]);
  const session = await openSession({ ...fixture, root: linked });
  assert.equal(session.control.repository.root, linked);
  assert.equal(session.base.ref, "refs/heads/branch");
  assert.equal(session.base.commit, await plainGit(linked, ["rev-parse", "HEAD"]));
  assert.equal(await Deno.readTextFile(join(session.workspace.directory, "file.txt")), "y");

  await plainGit(fixture.root, [
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "--quiet",
    "add",
    fixture.root,
    "module",
  ]);
  const inner = await locateRepository(join(fixture.root, "module"), fixture.storage);
  assert.equal(inner.root, join(fixture.root, "module"));
  assert.equal(inner.gitDir, join(fixture.root, ".git/modules/module"));
  assert.ok((await pinBase(await openControl(inner, fixture.storage))).commit);
});

Deno.test("a repository without a commit has an empty base, and a sha256 repository keeps its format", async () => {
  for (const init of [[], ["--object-format=sha256"]]) {
    await using fixture = await makeFixture(init);
    const before = await gitFingerprint(fixture);
    const session = await openSession(fixture);
    assert.equal(session.base.ref, "refs/heads/main");
    assert.equal(session.base.commit.length, init.length === 0 ? 40 : 64);
    const { manifest } = await bundleOf(session, { "new.txt": "new\n" });
    assert.deepEqual(manifest.files.map(({ path, change }) => [path, change]), [["new.txt", "added"]]);
    assert.deepEqual(await gitFingerprint(fixture), before);
  }
});

Deno.test("openControl() sees objects through the target's own alternates, relative ones too", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "x" });
  const shared = join(fixture.directory, "shared");
  await plainGit(fixture.directory, ["clone", "--quiet", "--shared", fixture.root, shared]);
  await writeFiles(shared, { ".git/objects/info/alternates": "../../../target/.git/objects\n" });
  const control = await openControl(await locateRepository(shared, fixture.storage), fixture.storage);
  assert.equal(await hasObjects(control, (await pinBase(control)).commit), true);
});

Deno.test("a shallow clone works, and pinBase() says when objects are missing", async () => {
  await using fixture = await makeFixture();
  for (const content of ["1", "2", "3"]) await fixture.commit({ "file.txt": content });
  const shallow = join(fixture.directory, "shallow");
  await plainGit(fixture.directory, ["clone", "--quiet", "--depth=1", `file://${fixture.root}`, shallow]);
  const session = await openSession({ ...fixture, root: shallow });
  assert.equal(await plainGit(session.workspace.directory, ["rev-list", "--count", "HEAD"]), "1");
  assert.equal(await hasObjects(session.control, session.base.commit), true);
  await writeFiles(shallow, { ".git/refs/heads/main": `${"1".repeat(40)}\n` });
  await assert.rejects(pinBase(session.control), UnavailableError);
  assert.equal(await hasObjects(session.control, "1".repeat(40)), false);
});
