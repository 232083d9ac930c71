import assert from "node:assert/strict";
import { structuredPatch } from "diff";
import { parsePatch } from "../../../../services/machine/repositories/patch/patch.ts";
import type { Random } from "../../../recovery/load/random.ts";
import { bytesOf, messageOfRefusal, size, textOf } from "../bytes.ts";
import type { Target } from "../engine.ts";

const LINES = [
  "a",
  "",
  "diff --git a/x b/x",
  "@@ -1 +1 @@",
  "@@ -0,0 +1,99999 @@",
  "-- ",
  "+++ b/y",
  "--- a/y",
  "\\ No newline at end of file",
  "GIT binary patch",
  "\r",
  "é",
  "+",
  "-",
  " ",
];

const textFrom = (random: Random): string =>
  Array.from({ length: random.between(0, 30) }, () => LINES[random.between(0, LINES.length - 1)]).join("\n") +
  (random.next() < 0.7 ? "\n" : "");

/** A patch as git writes it, for texts whose lines look like parts of patches. */
function patchOf(random: Random): string {
  const before = textFrom(random);
  const lines = before.split("\n");
  for (let n = random.between(0, 6); n > 0; n--) {
    lines.splice(
      random.between(0, lines.length),
      random.between(0, 2),
      LINES[random.between(0, LINES.length - 1)]!,
    );
  }
  const { hunks } = structuredPatch("x", "x", before, lines.join("\n"), "", "", {
    context: random.between(0, 3),
  });
  return "diff --git a/x b/x\nindex 000..111 100644\n--- a/x\n+++ b/x\n" +
    hunks.map((hunk) =>
      `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@\n${
        hunk.lines.map((line) => `${line}\n`).join("")
      }`
    ).join("");
}

/** Patches: every byte is in one section, and the counts of a hunk are those of its lines, whatever the lines look like. */
export const diff: Target = {
  name: "diff",
  seeds: (random) => Array.from({ length: 20 }, () => bytesOf(patchOf(random))),
  make: (random) => bytesOf(patchOf(random)),
  words: [
    ...LINES.map((line) => `${line}\n`),
    "@@ -1,2 +3,4 @@ f()\n",
    "Binary files differ\n",
    "literal 3\nzcmV\n\n",
  ],
  check: (input) => {
    const text = textOf(input);
    try {
      const sections = parsePatch(text, [1]);
      assert.equal(sections.map((section) => section.text).join(""), text, "bytes are lost");
      for (const { hunks } of sections) {
        for (const { body, oldLines, newLines, additions, deletions } of hunks) {
          const kinds = body.replace(/\n$/, "").split("\n").map((line) => line[0]).filter((kind) =>
            kind !== "\\"
          );
          const count = (kind: string) => kinds.filter((each) => each === kind).length;
          const isEmpty = body === "";
          assert.deepEqual(
            [additions, deletions],
            isEmpty ? [0, 0] : [count("+"), count("-")],
            "the counts of a hunk",
          );
          if (!isEmpty) {
            assert.deepEqual([count(" ") + deletions, count(" ") + additions], [oldLines, newLines]);
          }
        }
      }
      return [`${sections[0]!.binary} ${size(sections[0]!.hunks.length)} ${size(text.length)}`];
    } catch (cause) {
      if (cause instanceof assert.AssertionError) throw cause;
      return [`refused: ${messageOfRefusal(cause)}`];
    }
  },
};
