/** Git is started only for what is not known yet. */
import assert from "node:assert/strict";
import { join } from "node:path";
import {
  captureTree,
  changedPaths,
  commitTree,
  createWorkspace,
  rebaseTree,
} from "../../services/machine/repositories/mod.ts";
import { countedPrograms } from "../kit/counted_programs.ts";
import { bundleOf, makeFixture, openSession } from "./fixtures.ts";

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
