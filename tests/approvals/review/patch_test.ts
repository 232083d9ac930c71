import assert from "node:assert/strict";
import fc from "fast-check";
import type { Bundle } from "../../../services/machine/repositories/mod.ts";
import { type DiffLine, type FileDiff, PatchMismatch, readPatch } from "../../../ui/approvals/model/patch.ts";
import { pairLines } from "../../../ui/approvals/diff/pairs.ts";
import type { BundleFile } from "../../../ui/approvals/model/types.ts";
import { bundleOf, type Content, makeFixture, openSession } from "../../repositories/fixtures.ts";

/** The files of a bundle as the API lists them. */
const filesOf = ({ manifest }: Bundle): BundleFile[] =>
  manifest.files.map((file) => ({ id: file.path, ...file, hunks: [...file.hunks] }));

const diffsOf = (bundle: Bundle): FileDiff[] => readPatch(bundle.patch, filesOf(bundle));

async function change(before: Record<string, Content>, after: Record<string, Content | null>) {
  await using fixture = await makeFixture();
  await fixture.commit(before);
  return await bundleOf(await openSession(fixture), after);
}

const lines = ({ hunks }: FileDiff): DiffLine[] => hunks.flatMap((hunk) => hunk.lines);
const shown = (diff: FileDiff): string[] =>
  lines(diff).map(({ kind, text }) => `${{ added: "+", removed: "-", context: " " }[kind]}${text}`);

Deno.test("readPatch gives each file its own lines, whatever its name and content look like", async () => {
  const tricky = "--- a/other\n+++ b/other\n@@ -1 +1 @@\ndiff --git a/x b/x\n\\ No newline at end of file\n";
  const bundle = await change({ "a b/b.txt": "x\n", 'q"uo\\te\n': "one\n", "text": "old\n" }, {
    "a b/b.txt": tricky,
    'q"uo\\te\n': "two",
    "é b/ü": "new\n",
    "text": `-- looks like a header\n${tricky}`,
  });
  const diffs = new Map(diffsOf(bundle).map((diff) => [diff.file.path, diff]));
  assert.deepEqual(shown(diffs.get("a b/b.txt")!).slice(1), tricky.trimEnd().split("\n").map((l) => `+${l}`));
  assert.deepEqual(shown(diffs.get("text")!).slice(0, 2), ["-old", "+-- looks like a header"]);
  assert.deepEqual(shown(diffs.get("é b/ü")!), ["+new"]);
  const quoted = lines(diffs.get('q"uo\\te\n')!);
  assert.deepEqual(quoted.map(({ text, endsFile }) => [text, endsFile]), [["one", false], ["two", true]]);
});

Deno.test("readPatch shows binary files, modes, links, changes of type and empty files by their one hunk", async () => {
  const bundle = await change(
    {
      "binary": new Uint8Array([0, 1, 2]),
      "becomes-link": "text\n",
      "link": { link: "a" },
      "mode": "same\n",
      "both": "old\n",
      "gone-empty": "",
    },
    {
      "binary": new Uint8Array([0, 9, 9, 9]),
      "becomes-link": { link: "target" },
      "link": { link: "b" },
      "mode": { executable: "same\n" },
      "both": { executable: "new\n" },
      "gone-empty": null,
      "new-empty": "",
    },
  );
  const found = Object.fromEntries(
    diffsOf(bundle).map((diff) => [diff.file.path, {
      hunks: diff.hunks.map(({ header }) => header),
      lines: shown(diff),
    }]),
  );
  assert.deepEqual(found, {
    "becomes-link": { hunks: ["type 100644 => 120000"], lines: ["-text", "+target"] },
    "binary": { hunks: ["binary file"], lines: [] },
    "both": { hunks: ["mode 100644 => 100755", "@@ -1 +1 @@"], lines: ["-old", "+new"] },
    "gone-empty": { hunks: ["empty file"], lines: [] },
    "link": { hunks: ["@@ -1 +1 @@"], lines: ["-a", "+b"] },
    "mode": { hunks: ["mode 100644 => 100755"], lines: [] },
    "new-empty": { hunks: ["empty file"], lines: [] },
  });
});

Deno.test("readPatch refuses a patch that its list of files does not describe", async () => {
  const bundle = await change({ "a": "1\n", "b": "1\n" }, { "a": "2\n", "b": "2\n" });
  const other = await change({ "a": "1\n" }, { "a": "2\n3\n" });
  const files = filesOf(bundle);
  const refuses = (patch: Uint8Array, list: BundleFile[]) =>
    assert.throws(() => readPatch(patch, list), PatchMismatch);
  refuses(bundle.patch, files.slice(1));
  refuses(bundle.patch, [...files, files[0]!]);
  refuses(other.patch, files.slice(0, 1));
  refuses(bundle.patch.slice(0, -5), files);
  refuses(new TextEncoder().encode("not a patch"), files);
  const moved = files.map((file) => ({
    ...file,
    hunks: file.hunks.map((hunk) => ({ ...hunk, newStart: hunk.newStart + 1, oldStart: hunk.oldStart + 1 })),
  }));
  refuses(bundle.patch, moved);
});

const word = fc.constantFrom(
  "one",
  "two",
  "--- a/x",
  "+++ b/x",
  "@@ -1 +1 @@",
  "\\ No newline",
  "\tq\r",
  "é",
  "",
);
const text = fc.tuple(fc.array(word, { maxLength: 40 }), fc.boolean())
  .map(([words, newline]) => words.join("\n") + (newline ? "\n" : ""));
const PATHS = ["a.txt", "b/c d", "b/é\n", "-e", 'f"\\g'];
const tree = fc.tuple(...PATHS.map((path) => fc.option(text.map((value): [string, string] => [path, value]))))
  .map((entries) => Object.fromEntries(entries.filter((entry) => entry !== null)));

/** A file's text, split as a diff numbers its lines. */
const numbered = (content: string): string[] => content === "" ? [] : content.replace(/\n$/, "").split("\n");

Deno.test("readPatch: every line is at its number, on both sides, for any two trees", async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, async (before, after) => {
      const removed = Object.fromEntries(
        Object.keys(before).filter((path) => !(path in after)).map((path) => [path, null]),
      );
      const diffs = diffsOf(await change(before, { ...removed, ...after }));
      for (const diff of diffs) {
        const { path } = diff.file;
        const [old, now] = [numbered(before[path] ?? ""), numbered(after[path] ?? "")];
        for (const { kind, text, oldNumber, newNumber } of lines(diff)) {
          assert.equal(oldNumber === null, kind === "added");
          assert.equal(newNumber === null, kind === "removed");
          if (oldNumber !== null) assert.equal(old[oldNumber - 1], text);
          if (newNumber !== null) assert.equal(now[newNumber - 1], text);
        }
        const count = (kind: string) => lines(diff).filter((line) => line.kind === kind).length;
        assert.deepEqual([count("added"), count("removed")], [diff.file.additions, diff.file.deletions]);
        for (const hunk of diff.hunks) {
          const pairs = pairLines(hunk.lines);
          const left = pairs.flatMap(({ left }) => left ?? []);
          const right = pairs.flatMap(({ right }) => right ?? []);
          assert.deepEqual(left, hunk.lines.filter(({ kind }) => kind !== "added"));
          assert.deepEqual(right, hunk.lines.filter(({ kind }) => kind !== "removed"));
        }
      }
      const changed = PATHS.filter((path) => before[path] !== after[path]);
      assert.deepEqual(diffs.map(({ file }) => file.path).sort(), changed.sort());
    }),
    { numRuns: 30 },
  );
});
