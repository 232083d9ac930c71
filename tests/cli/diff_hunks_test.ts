import assert from "node:assert/strict";
import { renderDiff } from "../../commands/review/diff.ts";
import { unpainted } from "../../commands/terminal/paint.ts";

/** A file as the manifest has it, as far as a diff looks into it. */
const fileOf = (...hunks: { id: string; header: string }[]) => ({ id: "", path: "", hunks });

/** As git prints it: a file that became a link has two sections, and a binary file has no text. */
const PATCH = `diff --git a/link b/link
deleted file mode 100644
--- a/link
+++ /dev/null
@@ -1 +0,0 @@
-text
diff --git a/link b/link
new file mode 120000
--- /dev/null
+++ b/link
@@ -0,0 +1 @@
+target
diff --git a/logo.png b/logo.png
index 74da3234b4844a2d381a0c6f29f893beee5591bd..3a796246d5b643d201d371c980751d1d4675e001 100644
GIT binary patch
literal 1
Ic$

diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
--- a/run.sh
+++ b/run.sh
@@ -1 +1 @@
-echo 1
+echo 2
@@ -9,2 +9,2 @@
-echo 9
+echo 10
 index of all
`;

Deno.test("each hunk that can be accepted alone is named where it begins, also one without text and one of two sections", () => {
  const { lines, hunks } = renderDiff(PATCH, [
    fileOf({ id: "type", header: "type 100644 => 120000" }),
    fileOf({ id: "binary", header: "binary file" }),
    fileOf(
      { id: "mode", header: "mode 100644 => 100755" },
      { id: "first", header: "@@ -1 +1 @@" },
      { id: "second", header: "@@ -9,2 +9,2 @@" },
    ),
  ]);
  assert.deepEqual(hunks.map(({ id, line }) => `${id}: ${unpainted(lines[line]!)}`), [
    "type: diff --git a/link b/link  hunk type: type 100644 => 120000",
    "binary: diff --git a/logo.png b/logo.png  hunk binary: binary file",
    "mode: diff --git a/run.sh b/run.sh  hunk mode: mode 100644 => 100755",
    "first: @@ -1 +1 @@  hunk first",
    "second: @@ -9,2 +9,2 @@  hunk second",
  ]);
  assert.equal(hunks[0]!.line, 0);
  const words = lines.map(unpainted);
  assert.deepEqual(
    words.filter((line) => line.startsWith("index ")),
    [],
    "nobody reads the ids of git's blobs",
  );
  assert.equal(words.at(-1), " index of all");
  const binary = words.slice(hunks[1]!.line, hunks[2]!.line);
  assert.deepEqual(
    binary.slice(1),
    ["The bytes of a binary file are not shown."],
    "nobody reads the bytes, of which there may be thousands of lines",
  );
});
