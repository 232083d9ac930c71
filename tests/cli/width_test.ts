import assert from "node:assert/strict";
import { paint } from "../../commands/terminal/paint.ts";
import { cut, pad, width } from "../../commands/terminal/width.ts";

for (
  const [text, columns] of [
    ["run_1", 5],
    ["漢字", 4],
    ["한국어", 6],
    ["e\u{301}", 1],
    ["👩‍👩‍👧", 2],
    ["🇩🇪", 2],
    ["✓ … │ —", 7],
    ["\u{1b}[31mx", 6],
    [paint.red("漢"), 2],
    ["", 0],
  ] as const
) {
  Deno.test(`width: ${JSON.stringify(text)} takes ${columns} columns`, () =>
    assert.equal(width(text), columns));
}

Deno.test("pad and cut count columns and never split a character", () => {
  assert.equal(pad("漢", 4), "漢  ");
  assert.equal(cut("漢字漢字", 5), "漢字…");
  assert.equal(cut("漢字漢字", 4), "漢…");
  assert.equal(cut("plain", 5), "plain");
});
