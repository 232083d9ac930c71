import assert from "node:assert/strict";
import fc from "fast-check";
import { cutToBytes } from "../../services/knowledge/project_context/content.ts";
import { isCommand, needsOf } from "../../services/knowledge/project_context/drift/commands.ts";
import { piecesOf } from "../../services/knowledge/project_context/drift/markdown.ts";
import { linkedPath, pathLike } from "../../services/knowledge/project_context/drift/path_like.ts";
import { isInside } from "../../services/knowledge/project_context/paths/inside.ts";

const markdown = fc.array(
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.constantFrom(
      "\n",
      "```",
      "```sh\n",
      "~~~\n",
      "`",
      "``",
      "](",
      "[a]: ",
      "$ ",
      "\\\n",
      "<<",
      "cd a/b && ",
      "src/a.ts",
    ),
  ),
  { maxLength: 40 },
).map((parts) => parts.join(""));

Deno.test("piecesOf: every piece is at the line that it names, in order", () => {
  fc.assert(fc.property(markdown, (text) => {
    const lines = text.split("\n");
    let last = 0;
    for (const { kind, text: piece, line } of piecesOf(text)) {
      assert.ok(line >= last && line <= lines.length);
      last = line;
      const continued = kind === "shell" && lines[line - 1]!.replace(/\r$/, "").endsWith("\\");
      if (!continued) assert.ok(lines[line - 1]!.includes(piece));
    }
  }));
});

Deno.test("piecesOf: plain lines in front move the pieces and change none of them", () => {
  fc.assert(fc.property(markdown, fc.integer({ min: 1, max: 5 }), (text, count) => {
    const moved = piecesOf("plain words\n".repeat(count) + text);
    assert.deepEqual(moved, piecesOf(text).map((piece) => ({ ...piece, line: piece.line + count })));
  }));
});

Deno.test("pathLike, linkedPath and needsOf: any text gives a relative or rooted path without control characters, or none", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), markdown), (text) => {
    isCommand(text);
    const needs = needsOf(text).flatMap((need) => need.kind === "path" ? [need.candidate] : []);
    for (const candidate of [pathLike(text), linkedPath(text), ...needs]) {
      if (!candidate) continue;
      // deno-lint-ignore no-control-regex -- control characters are what must not be there
      assert.doesNotMatch(candidate.path, /[\x00-\x1f]/);
      assert.notEqual(candidate.path, "");
      assert.equal(candidate.path.split("/").includes(".git"), false);
    }
  }));
});

Deno.test("cutToBytes: the beginning of the text, within its bytes, whole characters and lines", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.nat(60), (text, bytes) => {
    const whole = text.toWellFormed();
    const cut = cutToBytes(whole, bytes);
    assert.ok(whole.startsWith(cut));
    assert.ok(new TextEncoder().encode(cut).length <= bytes || cut === whole && cut === "");
    if (cut !== whole && cut.includes("\n")) assert.ok(cut.endsWith("\n"));
  }));
});

Deno.test("isInside: below the root, in no .git in any case, and not beside it", () => {
  for (const path of ["/r", "/r/a", "/r/..a", "/r/.github/x", "/r/a/../b"]) {
    assert.equal(isInside("/r", path), true, path);
  }
  for (const path of ["/", "/rest", "/r/../x", "/r/.git", "/r/a/.GIT/config", "/r/a\0"]) {
    assert.equal(isInside("/r", path), false, path);
  }
});
