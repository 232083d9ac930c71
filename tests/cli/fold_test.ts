import assert from "node:assert/strict";
import fc from "fast-check";
import { seenFilesOf } from "../../client/seen.ts";
import { orderFiles } from "../../commands/review/blocks.ts";
import { renderDiff } from "../../commands/review/diff.ts";
import { foldedFiles, foldEqual } from "../../commands/review/fold.ts";
import { unpainted } from "../../commands/terminal/paint.ts";
import type { QueuedPatch } from "../../commands/service/types.ts";

type Edit = { kind: number; executable: boolean; at: number };

/** A patch with one hunk a file: `kind` is what is changed, `at` where. */
function patchOf(edits: readonly Edit[]) {
  const files = edits.map((_, i) => ({
    id: `f${i}`,
    path: `dir/p${i}.txt`,
    change: "modified",
    hunks: [{ id: `h${i}`, header: "@@ -1,1 +1,1 @@" }],
  }));
  const text = edits.map(({ kind, executable, at }, i) =>
    [
      `diff --git a/dir/p${i}.txt b/dir/p${i}.txt`,
      ...(executable ? ["old mode 100644", "new mode 100755"] : []),
      `--- a/dir/p${i}.txt`,
      `+++ b/dir/p${i}.txt`,
      `@@ -${at} +${at} @@`,
      "-one",
      `+two ${kind}`,
      "",
    ].join("\n")
  ).join("");
  const changed = files as unknown as QueuedPatch["files"];
  return orderFiles(renderDiff(text, changed), changed);
}

Deno.test("equal changes of three or more files are folded under the first, and only those", () => {
  const edit = fc.record({
    kind: fc.integer({ min: 0, max: 3 }),
    executable: fc.boolean(),
    at: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
    const whole = patchOf(edits);
    const folded = foldEqual(whole);
    const keyOf = ({ kind, executable }: Edit) => `${kind} ${executable}`;
    for (const [at, file] of folded.files.entries()) {
      const same = edits.flatMap((one, i) => keyOf(one) === keyOf(edits[at]!) ? [i] : []);
      const like = same.length >= 3 && same[0] !== at ? `f${same[0]}` : undefined;
      assert.equal(file.like, like);
      if (like !== undefined) continue;
      assert.equal(unpainted(folded.lines[file.line]!), `diff --git a/${file.path} b/${file.path}`);
      assert.deepEqual(
        file.parts.map((line) => folded.lines[line]),
        whole.files[at]!.parts.map((line) => whole.lines[line]),
      );
    }
    for (const { id, line } of folded.hunks) assert.match(folded.lines[line]!, new RegExp(`hunk ${id}`));
    const covered = folded.hunks.flatMap(({ id, like = [] }) => [id, ...like]).toSorted();
    assert.deepEqual(covered, whole.hunks.map(({ id }) => id).toSorted(), "each hunk can be left out, once");
    const all = seenFilesOf(folded.files, new Set(folded.lines.keys()));
    assert.equal(all?.seen ?? 0, edits.length, "who saw every shown line has seen every file");
    if (folded.files.length > 0) assert.ok(seenFilesOf(folded.files, new Set())!.seen === 0);
    assert.equal(folded.lines.length <= whole.lines.length + 4 + 40, true);
    assert.equal(foldedFiles(whole.files), 0);
  }));
});

Deno.test("a folded change names the files that it stands for", () => {
  const folded = foldEqual(
    patchOf(Array.from({ length: 30 }, () => ({ kind: 1, executable: false, at: 1 }))),
  );
  const text = folded.lines.map(unpainted);
  assert.ok(text.includes("The same change in 29 more files, compared line by line:"));
  assert.ok(text.includes("  dir/p1.txt") && text.includes("  … and 9 more files"));
  assert.equal(text.filter((line) => line.startsWith("diff --git")).length, 1);
});

Deno.test("the files of a patch are shown in the order of a review, each with its lines and hunks", () => {
  const names = ["p1.ts", "p10.ts", "p2.ts", "p2_test.ts", "package.json"];
  const changed = names.map((path, i) => ({
    id: `f${i}`,
    path,
    change: "modified",
    hunks: [{ id: `h${i}`, header: "@@ -1,1 +1,1 @@" }],
  })) as unknown as QueuedPatch["files"];
  const text = names.map((path) =>
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-one\n+${path}\n`
  ).join("");
  const { lines, hunks, files } = orderFiles(renderDiff(text, changed), changed);
  assert.deepEqual(files.map(({ path }) => path), ["package.json", "p1.ts", "p2.ts", "p2_test.ts", "p10.ts"]);
  assert.deepEqual(hunks.map(({ id }) => id), ["h4", "h0", "h2", "h3", "h1"]);
  for (const { path, line, parts } of files) {
    assert.equal(unpainted(lines[line]!), `diff --git a/${path} b/${path}`);
    assert.deepEqual(parts.map((part) => unpainted(lines[part]!)), ["-one", `+${path}`]);
  }
});
