import assert from "node:assert/strict";
import fc from "fast-check";
import { editLine, insertText, type Line, lineOf } from "../../../commands/screen/line_editor.ts";
import { lineWindow } from "../../../commands/screen/line_window.ts";
import { width } from "../../../commands/terminal/width.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const charactersOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Characters of one and of two columns, of one code unit and of many. None joins with another. */
const CHARACTERS = ["a", "B", "_", " ", "\n", "家", "é", "e\u0301", "👍🏽", "👩‍🚀", "🇩🇪", "👨‍👩‍👧‍👦"];
/** Text that joins with what is before it or behind it. */
const JOINING = ["\u0301", "\u200d", "🇩", "🏽", "👩", "\r"];
const MOVES = [
  "left",
  "right",
  "home",
  "end",
  "alt-b",
  "alt-f",
  "ctrl-left",
  "ctrl-right",
  "ctrl-a",
  "ctrl-e",
];
const DELETIONS = ["backspace", "delete", "ctrl-w", "ctrl-u", "ctrl-k", "alt-d", "alt-backspace"];

/** Returns a line after a key, or after text that was typed or pasted. */
const after = (line: Line, key: string): Line => editLine(line, key) ?? insertText(line, key);
const press = (text: string, ...keys: string[]): Line => keys.reduce(after, lineOf(text));

Deno.test("property: the editor does to a text what the same keys do to a list of characters", () => {
  const keys = ["left", "right", "home", "end", "backspace", "delete", "ctrl-u", "ctrl-k"];
  fc.assert(fc.property(fc.array(fc.constantFrom(...CHARACTERS, ...keys), { maxLength: 60 }), (pressed) => {
    let line = lineOf("");
    let [before, behind]: [string[], string[]] = [[], []];
    for (const key of pressed) {
      line = after(line, key);
      const all = [...before, ...behind];
      const at = before.length;
      const place = { left: Math.max(0, at - 1), right: at + 1, home: 0, end: all.length }[key];
      if (place !== undefined) [before, behind] = [all.slice(0, place), all.slice(place)];
      else if (key === "backspace") before = before.slice(0, -1);
      else if (key === "delete") behind = behind.slice(1);
      else if (key === "ctrl-u") before = [];
      else if (key === "ctrl-k") behind = [];
      else before = [...before, key];
      assert.deepEqual(line, { text: [...before, ...behind].join(""), at: before.join("").length });
    }
  }));
});

Deno.test("property: no key divides a character, no move changes the text, no deletion adds to it, and the cursor is shown", () => {
  const key = fc.constantFrom(...CHARACTERS, ...JOINING, ...MOVES, ...DELETIONS);
  fc.assert(
    fc.property(fc.array(key, { maxLength: 40 }), fc.integer({ min: 3, max: 60 }), (pressed, columns) => {
      let line = lineOf("");
      for (const key of pressed) {
        const next = after(line, key);
        assert.ok(next.text.isWellFormed());
        assert.equal(charactersOf(next.text.slice(0, next.at)).join("").length, next.at);
        const inside = graphemes.segment(next.text).containing(next.at);
        assert.ok(!inside || inside.index === next.at, "the cursor is between two characters");
        if (MOVES.includes(key)) assert.equal(next.text, line.text);
        if (DELETIONS.includes(key)) assert.ok(next.text.length <= line.text.length);
        line = next;
        const { shown, column } = lineWindow(line, columns);
        assert.ok(width(shown) <= columns && column < columns && column <= width(shown));
      }
    }),
  );
});

Deno.test("the cursor stands behind what is shown, also where a control character is joined with what follows", () => {
  const { shown, column } = lineWindow(["\r", "\u200d", "🏽"].reduce(after, lineOf("")), 4);
  assert.ok(column <= width(shown), `${column} of ${width(shown)}`);
});

Deno.test("the editor moves by words and deletes them, also where no spaces are between them", () => {
  const text = "fix foo_bar.ts, don't wait";
  const stops = (key: string, from: Line) => {
    const places: number[] = [];
    for (let line = editLine(from, key)!; !places.includes(line.at); line = editLine(line, key)!) {
      places.push(line.at);
    }
    return places;
  };
  assert.deepEqual(stops("alt-b", lineOf(text)), [22, 16, 12, 4, 0]);
  assert.deepEqual(stops("ctrl-right", { text, at: 0 }), [3, 11, 14, 21, 26]);
  assert.deepEqual(press(text, "ctrl-w"), lineOf("fix foo_bar.ts, don't "));
  assert.deepEqual(press(text, "ctrl-w", "ctrl-w"), lineOf("fix foo_bar.ts, "));
  assert.deepEqual(press(text, "home", "alt-d"), { text: text.slice(3), at: 0 });
  assert.deepEqual(press("名前を変える", "alt-backspace"), lineOf("名前を"));
});

Deno.test("the editor keeps the lines of what is pasted, and shows them in one row", () => {
  const line = insertText(press("see: ."), "a\r\n\tb\rc");
  assert.equal(line.text, "see: .a\n\tb\nc");
  assert.deepEqual(lineWindow(line, 40), { shown: "see: .a⏎⇥b⏎c", column: 12 });
  assert.equal(press("a", "alt-enter", "b").text, "a\nb");
});

Deno.test("of a long line the part around the cursor is shown, with what follows it", () => {
  const line = lineOf("0123456789".repeat(4));
  assert.deepEqual(lineWindow(line, 11), { shown: "…123456789", column: 10 });
  assert.deepEqual(lineWindow({ ...line, at: 0 }, 11), { shown: "012345678…", column: 0 });
  assert.deepEqual(lineWindow({ ...line, at: 20 }, 11), { shown: "…45678901…", column: 7 });
  assert.deepEqual(lineWindow(lineOf("家".repeat(9)), 8), { shown: "…家家家", column: 7 });
  assert.equal(lineWindow(lineOf("\x1b]2;x\x07"), 40).shown, "␛]2;x␇");
});
