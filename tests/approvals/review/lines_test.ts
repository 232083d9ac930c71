import assert from "node:assert/strict";
import fc from "fast-check";
import { hiddenRanges, hiddenWarnings } from "../../../ui/kit/text/hidden.ts";
import { highlight } from "../../../ui/approvals/diff/highlighter.ts";
import { languageOf } from "../../../ui/approvals/diff/language.ts";
import { piecesOf } from "../../../ui/kit/text/pieces.ts";
import { wordChanges } from "../../../ui/approvals/diff/words.ts";

const kinds = (text: string): string[] => hiddenRanges(text).map(({ kind }) => kind);

Deno.test("hiddenRanges finds what deceives a reader, and leaves ordinary text of any language alone", () => {
  for (
    const plain of [
      "const a = 1;\t// x\r",
      "Grüße, Ελλάδα, Привет, 日本語, שלום, عربى",
      "👨‍👩‍👧 ❤️ नमस्ते",
      "می‌خواهم",
    ]
  ) assert.deepEqual(kinds(plain), [], plain);
  const cases: [string, string[]][] = [
    ['if (access != "user\u202e \u2066// admin\u2069")', ["bidi", "bidi", "bidi"]],
    ["a\u200bb", ["invisible"]],
    ["\ufeffbom", ["invisible"]],
    ["user\u200dname", ["invisible"]],
    ["x\u3164 = 1", ["invisible"]],
    ["a\u00a0b", ["space"]],
    ["\u001b[31mred", ["control"]],
    ["one\rtwo", ["control"]],
    ["nul\0", ["control"]],
    ["a\u2028b", ["invisible"]],
    ["bytes \ufffd", ["undecodable"]],
    ["p\u0430ypal(", ["lookalike"]],
    ["tags \u{e0041}", ["invisible"]],
    ["v\u{e0101}", ["invisible"]],
  ];
  for (const [text, expected] of cases) assert.deepEqual(kinds(text), expected, JSON.stringify(text));
});

Deno.test("hiddenWarnings names each kind once, the worst first", () => {
  const found = hiddenWarnings(["a\u00a0b\u00a0c", "x\u202ey", "z\u00a0", "plain"]);
  assert.deepEqual(found.map(({ kind, texts }) => [kind, texts]), [["bidi", 1], ["space", 2]]);
});

Deno.test("wordChanges marks the words that differ, and nothing in lines that share too little", () => {
  const [before, after] = ["const total = price * count;", "const total = price * quantity;"];
  const changes = wordChanges(before, after)!;
  assert.deepEqual(changes.before.map(({ start, end }) => before.slice(start, end)), ["count"]);
  assert.deepEqual(changes.after.map(({ start, end }) => after.slice(start, end)), ["quantity"]);
  assert.equal(wordChanges("return a;", "import { b } from 'c'"), null);
});

const line = fc.string({
  unit: fc.constantFrom("a", " ", "é", "\u202e", "(", "\t", "b", "😀"),
  maxLength: 30,
});

Deno.test("what is left of two lines without their word changes is the same", () => {
  fc.assert(fc.property(line, line, (before, after) => {
    const changes = wordChanges(before, after);
    if (!changes) return;
    const rest = (text: string, ranges: { start: number; end: number }[]) =>
      ranges.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
    assert.equal(rest(before, changes.before), rest(after, changes.after));
  }));
});

Deno.test("the pieces of a line put together are the line, with every layer where it belongs", () => {
  fc.assert(fc.property(line, line, (before, text) => {
    const changes = wordChanges(before, text)?.after ?? [];
    const hidden = hiddenRanges(text);
    const [tokens] = highlight([text], "typescript");
    const pieces = piecesOf(text, { tokens, changes, hidden });
    assert.equal(pieces.map((piece) => piece.text).join(""), text);
    const marked = pieces.filter((piece) => piece.hidden).map((piece) => piece.text).join("");
    assert.equal(marked, hidden.map(({ start, end }) => text.slice(start, end)).join(""));
    const changed = pieces.filter((piece) => piece.changed).map((piece) => piece.text).join("");
    assert.equal(changed, changes.map(({ start, end }) => text.slice(start, end)).join(""));
  }));
});

Deno.test("highlight colours each line by what the lines before it opened, embedded languages included", () => {
  const lines = ["/* one", "two */ const a = 1", "", "x()"];
  const scopes = highlight(lines, "typescript").map((tokens, i) =>
    tokens.map(({ start, end, scope }) => `${scope}:${lines[i]!.slice(start, end)}`)
  );
  assert.deepEqual(scopes.slice(0, 3), [["comment:/* one"], [
    "comment:two */",
    "keyword:const",
    "number:1",
  ], []]);
  const page = ["<style>", "a { color: red }", "</style>"];
  assert.deepEqual(
    highlight(page, "xml")[1]!.map(({ start, end }) => page[1]!.slice(start, end)),
    ["a", "color"],
  );
  assert.deepEqual(highlight(["x"], "no such language"), [[]]);
});

Deno.test("languageOf goes by the file's name alone", () => {
  assert.equal(languageOf("src/a.test.TS"), "typescript");
  assert.equal(languageOf("Makefile"), "makefile");
  assert.equal(languageOf("a/constructor"), null);
  assert.equal(languageOf("a.constructor"), null);
  assert.equal(languageOf("LICENSE"), null);
});
