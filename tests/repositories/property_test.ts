import assert from "node:assert/strict";
import { parsePatch } from "../../services/machine/repositories/patch/patch.ts";
import fc from "fast-check";
import { join } from "node:path";
import {
  applyBundle,
  buildBundle,
  findDrift,
  rebaseTree,
  selectHunks,
  verifyApplied,
} from "../../services/machine/repositories/mod.ts";
import { diffTrees, editTree } from "../../services/machine/repositories/git/trees.ts";
import { bundleOf, type Content, fingerprint, makeFixture, openSession, writeFiles } from "./fixtures.ts";

// No name is a directory of another and none differ by case only: those are refused, and tested elsewhere.
const PATHS = ["a.txt", "b", "c/d", "c/e/f", "c/e/g h", "i/é\n", "-j", "k/\"l'", "m.bin"];

const text = fc.tuple(
  fc.array(fc.constantFrom("one", "two", "three", "\ttab", "crlf\r", "é", ""), { maxLength: 40 }),
  fc.boolean(),
)
  .map(([lines, newline]) => lines.join("\n") + (newline ? "\n" : ""));
const content: fc.Arbitrary<Content> = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 2, arbitrary: text.map((executable) => ({ executable })) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 64 }) },
  { weight: 1, arbitrary: fc.constantFrom("nowhere", "else/where.txt", "x y").map((link) => ({ link })) },
);
const tree = fc.tuple(
  ...PATHS.map((path) => fc.option(content.map((value): [string, Content] => [path, value]))),
)
  .map((entries) => new Map(entries.filter((entry) => entry !== null)));

Deno.test("a bundle brings any tree to any other: apply, selection of all, none and some hunks", async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, fc.infiniteStream(fc.boolean()), async (before, after, choices) => {
      await using fixture = await makeFixture();
      await fixture.commit(Object.fromEntries(before));
      const session = await openSession(fixture);
      const { control, base } = session;
      const removed = [...before.keys()].filter((path) => !after.has(path)).map((path) =>
        [path, null] as const
      );
      const { patch, manifest } = await bundleOf(session, Object.fromEntries([...removed, ...after]));
      const ids = manifest.files.flatMap(({ hunks }) => hunks.map(({ id }) => id));

      const { resultTree: to } = manifest;
      assert.equal(await rebaseTree(control, { from: base.tree, to, onto: base.tree }), to);
      const changes = await diffTrees(control, base.tree, to);
      const edits = changes.map(({ newMode, newObject, rawPath }) => ({
        mode: newMode,
        object: newObject,
        rawPath,
      }));
      assert.equal(await editTree(control, base.tree, edits), to, "git says the same");

      assert.equal(await selectHunks(control, manifest, patch, ids), manifest.resultTree);
      assert.equal(await selectHunks(control, manifest, patch, []), base.tree);
      const some = ids.filter(() => choices.next().value);
      const resultTree = await selectHunks(control, manifest, patch, some);
      const partial = await buildBundle(control, {
        baseCommit: base.commit,
        baseTree: base.tree,
        resultTree,
      });
      const rest = await buildBundle(control, {
        baseCommit: base.commit,
        baseTree: resultTree,
        resultTree: manifest.resultTree,
      });
      const sum = (key: "additions" | "deletions") => partial.manifest.stats[key] + rest.manifest.stats[key];
      assert.equal(sum("additions") - sum("deletions"), manifest.stats.additions - manifest.stats.deletions);

      assert.deepEqual(await findDrift(fixture.root, manifest), []);
      const result = await applyBundle({ control, root: fixture.root, manifest, token: "t" });
      assert.deepEqual(result, { ok: true, paths: manifest.files.length });
      assert.deepEqual(await verifyApplied(fixture.root, manifest), []);
      const expected = join(fixture.directory, "expected");
      await Deno.mkdir(expected);
      await writeFiles(expected, Object.fromEntries(after));
      assert.deepEqual(await fingerprint(fixture.root, { skip: [".git"] }), await fingerprint(expected));
    }),
    { numRuns: 25 },
  );
});

Deno.test("a patch with more lines in a hunk than its header says, or fewer, is refused", () => {
  const patch = (counts: string) => `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ ${counts} @@\n-a\n-b\n+c\n d\n`;
  assert.equal(parsePatch(patch("-1,3 +1,2"), [1])[0]!.hunks[0]!.deletions, 2);
  for (const counts of ["-1,2 +1,2", "-1,3 +1,1", "-1,1 +1,9", "-1,4 +1,3"]) {
    assert.throws(() => parsePatch(patch(counts), [1]), /hunk/, counts);
  }
});
