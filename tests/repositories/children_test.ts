/** Git is started only for what is not known yet. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { dirname, join } from "node:path";
import { copyIndex } from "../../services/machine/repositories/clones/copy_index.ts";
import { git, gitText } from "../../services/machine/repositories/git/git.ts";
import { listTree } from "../../services/machine/repositories/git/trees.ts";
import {
  captureTree,
  changedPaths,
  commitTree,
  createWorkspace,
  rebaseTree,
} from "../../services/machine/repositories/mod.ts";
import { countedPrograms } from "../kit/counted_programs.ts";
import { bundleOf, exists, makeFixture, openSession, writeFiles } from "./fixtures.ts";

Deno.test("a tree is not compared with itself", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "a.txt": "a\n" });
  const { control, base } = await openSession(fixture);
  using started = countedPrograms();
  assert.deepEqual(await changedPaths(control, base.tree, base.tree), []);
  assert.deepEqual(started.all, []);
});

Deno.test("changes are put on their own base, and none on another one, without git", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "a.txt": "a\n" });
  const session = await openSession(fixture);
  const { control, base: { tree: from } } = session;
  const { manifest: { resultTree: to } } = await bundleOf(session, { "b.txt": "b\n" });
  using started = countedPrograms();
  assert.equal(await rebaseTree(control, { from, to, onto: from }), to);
  assert.equal(await rebaseTree(control, { from, to: from, onto: to }), to);
  assert.deepEqual(started.all, []);
});

Deno.test("each tree is listed once, whichever commit has it", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "a.txt": "a\n", ".gitattributes": "*.txt text\n" });
  using started = countedPrograms();
  const session = await openSession(fixture);
  const { control, base: { commit, tree } } = session;
  const { manifest: { resultTree } } = await bundleOf(session, { "a.txt": "b\n" });
  const again = await commitTree(control, { tree: resultTree, parents: [commit], message: "again" });
  const workspace = await createWorkspace(control, again, join(fixture.directory, "again"));
  assert.equal(await captureTree(control, workspace), resultTree);
  assert.deepEqual(
    started.all.filter((args) => args.startsWith("ls-tree")),
    [tree, resultTree].map((each) => `ls-tree -r -z --full-tree ${each}`),
  );
});

const NAMES = ["a.txt", "kept/b.log", "kept/deep/c.log", "plain/d.txt", "new/e.txt"];
const step = fc.record({
  name: fc.constantFrom(...NAMES),
  kind: fc.constantFrom("write", "remove", "executable", "link", "touch", "ignore"),
  text: fc.constantFrom("x\n", "y\n", ""),
});
type Step = { name: string; kind: string; text: string };

/** Changes a file as a worker might; a directory becomes a link to what it was. */
async function change(directory: string, { name, kind, text }: Step): Promise<void> {
  const file = join(directory, name);
  const parent = dirname(file);
  const isLink = (path: string) => Deno.lstatSync(path).isSymlink;
  if (kind === "write") await writeFiles(directory, { [name]: text });
  else if (kind === "ignore") await writeFiles(directory, { ".gitignore": "*.log\nkept\n*.was\n" });
  else if (!await exists(file)) return;
  else if (kind === "remove") await Deno.remove(file);
  else if (kind === "executable") await Deno.chmod(file, 0o755);
  else if (kind === "touch") await Deno.utime(file, 1, 1);
  else if (parent !== directory && !isLink(parent) && !await exists(`${parent}.was`)) {
    await Deno.rename(parent, `${parent}.was`);
    await Deno.symlink(`${parent}.was`, parent);
  }
}

Deno.test("a worktree that is recorded in steps has the trees that git records when it looks at everything", async () => {
  let skipped = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await using fixture = await makeFixture();
      await fixture.write(Object.fromEntries(NAMES.slice(0, 4).map((name) => [name, "x\n"])));
      await fixture.write({ ".gitignore": "*.log\nkept\n*.was\n" });
      await fixture.git("add", "--all", "--force");
      await fixture.commit();
      const { control, workspace } = await openSession(fixture);
      for (const each of steps) {
        await change(workspace.directory, each);
        const index = `${workspace.indexFile}.other`;
        await copyIndex(workspace.indexFile, index);
        const location = { gitDir: control.gitDir, workTree: workspace.directory, indexFile: index };
        await git(["add", "--all"], location);
        const expected = await gitText(["write-tree"], location);
        using started = countedPrograms();
        assert.equal(await captureTree(control, workspace), expected);
        if (!started.all.includes("add --all")) skipped++;
      }
    }),
    { numRuns: 10 },
  );
  assert.ok(skipped > 0);
});

Deno.test("a worktree without changes is not added again, but one with a directory that became a link is", async () => {
  await using fixture = await makeFixture();
  await fixture.write({ "kept/b": "x\n", ".gitignore": "kept\n*.was\n" });
  await fixture.git("add", "--all", "--force");
  await fixture.commit();
  const { control, base, workspace } = await openSession(fixture);
  using started = countedPrograms();
  assert.equal(await captureTree(control, workspace), base.tree);
  assert.deepEqual(started.all.filter((args) => args.startsWith("add")), []);
  await change(workspace.directory, { name: "kept/b", kind: "link", text: "" });
  const left = await listTree(control, await captureTree(control, workspace));
  assert.deepEqual(left.map(({ path }) => path), [".gitignore"]);
});
