import assert from "node:assert/strict";
import { join } from "node:path";
import {
  buildBundle,
  captureTree,
  commitTree,
  createWorkspace,
  locateRepository,
  mergeResults,
  openControl,
  pinBase,
  rebaseTree,
  removeLeftovers,
  removeWorkspace,
} from "../../services/machine/repositories/mod.ts";
import { listTree } from "../../services/machine/repositories/git/trees.ts";
import {
  bundleOf,
  exists,
  fingerprint,
  makeFixture,
  openSession,
  plainGit,
  type Session,
  writeFiles,
} from "./fixtures.ts";

Deno.test("createWorkspace() gives a clean detached clone with history and the target's ignore rules", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "1" });
  await fixture.commit({
    "file.txt": "2",
    "run.sh": { executable: "#!/bin/sh\n" },
    "link": { link: "file.txt" },
  });
  await fixture.write({ ".git/info/exclude": "secret.txt\n" });
  const { base, workspace, control } = await openSession(fixture);
  const { directory } = workspace;
  assert.equal(await plainGit(directory, ["status", "--porcelain"]), "");
  assert.equal(await plainGit(directory, ["rev-list", "--count", "HEAD"]), "2");
  assert.equal(await plainGit(directory, ["rev-parse", "HEAD"]), base.commit);
  assert.deepEqual(
    await fingerprint(directory, { skip: [".git"] }),
    await fingerprint(fixture.root, { skip: [".git"] }),
  );
  assert.equal(await captureTree(control, workspace), base.tree);
  await writeFiles(directory, { "secret.txt": "x" });
  assert.equal(await captureTree(control, workspace), base.tree);
  await assert.rejects(createWorkspace(control, base.commit, directory), /already exists/);
});

Deno.test("captureTree() records the files after a restart, which leaves none of the objects of an earlier capture", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "1", "tracked.log": "kept", ".gitignore": "*.log\n", "sub/a": "a" });
  const { workspace, control } = await openSession(fixture);
  await writeFiles(workspace.directory, { "file.txt": "2", "new.txt": "new" });
  // Git trusts its index only for files that are older.
  for (const name of ["file.txt", "new.txt"]) await Deno.utime(join(workspace.directory, name), 1, 1);
  const tree = await captureTree(control, workspace);
  await removeLeftovers(fixture.storage);
  const again = await openControl(control.repository, fixture.storage);
  assert.equal(await captureTree(again, workspace), tree);
  assert.equal(await captureTree(again, workspace), tree);
});

Deno.test("captureTree() records the files, whatever was done to the workspace's own .git", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "x", ".gitignore": "ignored\n" });
  const breakages: [string, (gitDir: string) => Promise<void>][] = [
    ["committed", async (gitDir) => {
      await plainGit(join(gitDir, ".."), ["commit", "--quiet", "--all", "--message=x"]);
    }],
    ["index replaced", (gitDir) => Deno.writeTextFile(join(gitDir, "index"), "nonsense")],
    ["removed", (gitDir) => Deno.remove(gitDir, { recursive: true })],
    ["a file", async (gitDir) => {
      await Deno.remove(gitDir, { recursive: true });
      await Deno.writeTextFile(gitDir, "gitdir: /etc\n");
    }],
    [
      "configured elsewhere",
      (gitDir) => Deno.writeTextFile(join(gitDir, "config"), "[core]\n\tworktree = /\n"),
    ],
  ];
  const trees = new Set<string>();
  for (const [name, damage] of breakages) {
    const { control, workspace } = await openSession(fixture, name);
    await writeFiles(workspace.directory, {
      "file.txt": "changed",
      "new.txt": "new",
      "ignored": "not captured",
    });
    await damage(join(workspace.directory, ".git"));
    const tree = await captureTree(control, workspace);
    trees.add(tree);
    const paths = (await listTree(control, tree)).map(({ path }) => path).sort();
    assert.deepEqual(paths, [".gitignore", "file.txt", "new.txt"]);
  }
  assert.equal(trees.size, 1);
});

Deno.test("captureTree() fails with a sentence for a nested repository without a commit", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "x" });
  const { control, workspace } = await openSession(fixture);
  await Deno.mkdir(join(workspace.directory, "nested"));
  await plainGit(join(workspace.directory, "nested"), ["init", "--quiet"]);
  await assert.rejects(captureTree(control, workspace), /nested/);
});

Deno.test("a submodule of the target stays as it is, and a change in its place is refused", async () => {
  await using fixture = await makeFixture();
  await Deno.mkdir(join(fixture.root, "module"));
  await plainGit(join(fixture.root, "module"), ["init", "--quiet"]);
  await plainGit(join(fixture.root, "module"), ["commit", "--quiet", "--allow-empty", "--message=x"]);
  await fixture.commit({ "file.txt": "x" });
  const session = await openSession(fixture);
  const { manifest } = await bundleOf(session, { "file.txt": "y" });
  assert.deepEqual(manifest.files.map(({ path }) => path), ["file.txt"]);
  assert.deepEqual((await bundleOf(session, { "module": null })).manifest.files.length, 1);
  await assert.rejects(bundleOf(session, { "module/inner.txt": "x" }), /"module".*submodule/);
});

Deno.test("removeWorkspace() removes read-only directories and leaves what links point at", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "x" });
  const { workspace } = await openSession(fixture);
  await writeFiles(fixture.directory, { "outside/keep.txt": "x" });
  await writeFiles(workspace.directory, {
    "deep/er/file.txt": "x",
    "out": { link: join(fixture.directory, "outside") },
  });
  await Deno.chmod(join(workspace.directory, "deep/er"), 0o500);
  await Deno.chmod(join(workspace.directory, "deep"), 0o500);
  await removeWorkspace(workspace);
  await removeWorkspace(workspace);
  assert.equal(await exists(workspace.directory) || await exists(workspace.indexFile), false);
  assert.equal(await exists(join(fixture.directory, "outside/keep.txt")), true);
});

Deno.test("rebaseTree() leaves out what setup changed and keeps what came after", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "kept.txt": "x", "removed.txt": "x", "lock.json": "1" });
  const session = await openSession(fixture);
  const { control, base, workspace } = session;
  await writeFiles(workspace.directory, { "lock.json": "2", "generated/a": "x", "generated/b": "x" });
  const from = await captureTree(control, workspace);
  await writeFiles(workspace.directory, { "kept.txt": "y", "generated/b": "z", "new.txt": "n" });
  await Deno.remove(join(workspace.directory, "removed.txt"));
  const to = await captureTree(control, workspace);
  const resultTree = await rebaseTree(control, { from, to, onto: base.tree });
  const { manifest } = await buildBundle(control, {
    baseCommit: base.commit,
    baseTree: base.tree,
    resultTree,
  });
  assert.deepEqual(
    manifest.files.map(({ path, change }) => `${change} ${path}`),
    ["added generated/b", "modified kept.txt", "added new.txt", "deleted removed.txt"],
  );
  assert.equal(await rebaseTree(control, { from, to: from, onto: base.tree }), base.tree);
});

Deno.test("mergeResults() combines results, also of dependent tasks, and names the paths that conflict", async () => {
  await using fixture = await makeFixture();
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
  await fixture.commit({ "a.txt": lines.join(""), "b.txt": "b\n" });
  const session = await openSession(fixture);
  const one = await resultOf(session, fixture.directory, "one", {
    "a.txt": ["one\n", ...lines.slice(1)].join(""),
  });
  const two = await resultOf(session, fixture.directory, "two", {
    "a.txt": [...lines.slice(0, -1), "two\n"].join(""),
  });
  const three = await resultOf(session, fixture.directory, "three", { "b.txt": "three\n", "c.txt": "c\n" });
  const clash = await resultOf(session, fixture.directory, "four", {
    "b.txt": "four\n",
    "a.txt": lines.join(""),
  });
  const { control, base } = session;
  const merged = await mergeResults(control, base.commit, [one, two, three]);
  assert.ok("tree" in merged);
  const workspace = await createWorkspace(control, merged.commit, join(fixture.directory, "merged"));
  const text = await Deno.readTextFile(join(workspace.directory, "a.txt"));
  assert.equal(text, ["one\n", ...lines.slice(1, -1), "two\n"].join(""));
  assert.deepEqual(await mergeResults(control, base.commit, [one, two, three]), merged);
  assert.deepEqual(await mergeResults(control, base.commit, [three, clash]), { conflicts: ["b.txt"] });
  assert.deepEqual(await mergeResults(control, base.commit, []), { commit: base.commit, tree: base.tree });
  const dependent = await resultOf(session, fixture.directory, "five", { "a.txt": "rewritten\n" }, one);
  const chain = await mergeResults(control, base.commit, [one, dependent]);
  assert.ok("tree" in chain);
});

Deno.test("pinBase() of a directory without git records it and writes nothing there", async () => {
  await using fixture = await makeFixture(null);
  await fixture.write({
    "file.txt": "x",
    "sub/run.sh": { executable: "x" },
    ".gitignore": "ignored/\n",
    "ignored/big": "x",
    "link": { link: "file.txt" },
  });
  await Deno.mkdir(join(fixture.root, "nested"));
  await plainGit(join(fixture.root, "nested"), ["init", "--quiet"]);
  const before = await fingerprint(fixture.root, { times: true });
  const control = await openControl(await locateRepository(fixture.root, fixture.storage), fixture.storage);
  const [base, again] = [await pinBase(control), await pinBase(control)];
  assert.deepEqual(base, again);
  assert.deepEqual(await fingerprint(fixture.root, { times: true }), before);
  const paths = (await listTree(control, base.tree)).map(({ path }) => path);
  assert.deepEqual(paths, [".gitignore", "file.txt", "link", "sub/run.sh"]);
});

Deno.test("an aborted signal ends git and gives its reason", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "x" });
  const { control, workspace } = await openSession(fixture);
  const reason = new Error("stopped");
  await assert.rejects(captureTree(control, workspace, AbortSignal.abort(reason)), reason);
});

async function resultOf(
  { control, base }: Session,
  directory: string,
  name: string,
  files: Record<string, string>,
  parent = base.commit,
): Promise<string> {
  const workspace = await createWorkspace(control, parent, join(directory, name));
  await writeFiles(workspace.directory, files);
  return await commitTree(control, {
    tree: await captureTree(control, workspace),
    parents: [parent],
    message: name,
  });
}

Deno.test("pinBase() records one directory for many runs at once, each the same tree", async () => {
  await using fixture = await makeFixture(null);
  await fixture.write({ "a.txt": "a", "sub/b.txt": "b" });
  const control = await openControl(await locateRepository(fixture.root, fixture.storage), fixture.storage);
  const bases = await Promise.all(Array.from({ length: 24 }, () => pinBase(control)));
  assert.deepEqual([...new Set(bases.map(({ tree }) => tree))], [bases[0]!.tree]);
  assert.equal((await pinBase(control)).tree, bases[0]!.tree);
});
