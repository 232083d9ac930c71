import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { completeFile, offeredFiles } from "../../../commands/screen/complete_file.ts";
import { lineOf } from "../../../commands/screen/line_editor.ts";
import { fileWords } from "../../../commands/screen/files.ts";
import { highlighted, matchRows, matchWords } from "../../../commands/screen/search.ts";
import { paint, render } from "../../../commands/terminal/paint.ts";
import { sampleDetail, sampleRow, sampleScreen } from "./sample.ts";

const A = sampleRow("a");

/** A patch of 100 lines with three files, in an open detail. */
function openScreen() {
  const screen = sampleScreen({ height: 20 });
  screen.list(A, sampleRow("b"));
  const files = [2, 40, 80].map((line) => ({ id: `f${line}`, path: `f${line}`, parts: [line + 1], line }));
  screen.tell({ kind: "detail", detail: { ...sampleDetail(A, 100), files } });
  screen.press("enter");
  screen.effects();
  return screen;
}

const type = (screen: ReturnType<typeof openScreen>, text: string) => screen.press(...text);

Deno.test("a search goes to the first match while one types, n and N go through them in a circle, and Esc ends it", () => {
  const screen = openScreen();
  screen.press("/");
  type(screen, "line 5");
  const words = () => matchWords(screen.state());
  assert.equal(words(), "1 of 11 matches");
  screen.press("0");
  assert.equal(words(), "1 of 1 matches");
  assert.ok(screen.state().top <= 49 && screen.state().top > 40);
  screen.press("backspace", "enter");
  assert.equal(screen.state().writing, null);
  const top = screen.state().top;
  screen.press("n");
  assert.ok(screen.state().top > top);
  for (let i = 0; i < 10; i++) screen.press("n");
  assert.equal(screen.state().top, top, "after the last comes the first");
  screen.press("N", "n");
  assert.equal(screen.state().top, top);
  assert.equal(screen.state().selected, "a", "the row stays");
  screen.press("escape");
  assert.deepEqual([words(), screen.state().focus], ["", "detail"]);
  screen.press("/");
  type(screen, "nothing");
  assert.equal(words(), "no match");
  screen.press("escape", "n");
  assert.equal(screen.state().selected, "b", "without a search n is the next row");
  assert.deepEqual(screen.state().drafts, {}, "what was looked for is no draft");
});

Deno.test("] and [ go from file to file, and the title says which one is shown", () => {
  const screen = openScreen();
  const tops = ["]", "]", "]", "]", "[", "["].map((key) => {
    screen.press(key);
    return screen.state().top;
  });
  assert.deepEqual(tops, [2, 40, 80, 80, 40, 2].map((top) => Math.min(top, 100 - 13)));
  assert.equal(fileWords(screen.state()), "file 1 of 3");
});

Deno.test("going to a match is no reading: only lines that were on the screen are seen", () => {
  const screen = openScreen();
  screen.press("/");
  type(screen, "line 99");
  screen.press("enter", "a");
  assert.deepEqual(screen.effects(), []);
  assert.match(screen.state().said!.text, /2 files have not been seen yet/);
});

Deno.test("what is highlighted keeps its text and its colours, whatever it is", () => {
  const piece = fc.tuple(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom("red", "dim", "bold"),
  );
  fc.assert(fc.property(
    fc.array(piece, { maxLength: 6 }),
    fc.string({ unit: fc.constantFrom("a", "b", " ", "é", "💥"), minLength: 1, maxLength: 3 }),
    fc.boolean(),
    (pieces, term, colour) => {
      const painted = pieces.map(([text, tone], i) =>
        paint[tone as "red"](i % 2 === 0 ? text : `${text}${term}${text}`)
      ).join("");
      const row = render(painted.replaceAll("\n", " "), colour);
      const shown = highlighted(row, { term, colour });
      assert.equal(stripVTControlCharacters(shown), stripVTControlCharacters(row));
      assert.equal(shown.replaceAll("\x1b[7m", "").replaceAll("\x1b[27m", ""), row);
      const has = matchRows({ wrapped: [row], term }).length > 0;
      assert.equal(shown !== row, has && colour);
    },
  ));
});

Deno.test("arrows bring earlier requests of this repository back, and what was being written", () => {
  const screen = sampleScreen();
  screen.list(
    sampleRow("c", { request: "older", number: 2 }),
    sampleRow("a", { request: "newest", number: 4 }),
    sampleRow("b", { request: "elsewhere", repository: "other", number: 5 }),
    sampleRow("d", { request: "newest", number: 1 }),
  );
  screen.press("w", ..."mine");
  const text = () => screen.state().writing!.line.text;
  const seen = ["up", "up", "up", "down", "down", "down"].map((key) => {
    screen.press(key);
    return text();
  });
  assert.deepEqual(seen, ["newest", "older", "older", "newest", "mine", "mine"]);
  screen.press("up", "!");
  assert.equal(text(), "newest!");
});

Deno.test("Ctrl-C closes what is written without losing it, and leaves at the second press only", () => {
  const screen = sampleScreen();
  screen.list(A);
  screen.effects();
  screen.press("w", ..."mine", "ctrl-c");
  assert.deepEqual([screen.state().writing, screen.state().drafts], [null, { request: "mine" }]);
  assert.match(screen.state().said!.text, /What you wrote stays\. Press Ctrl-C again/);
  screen.press("j", "ctrl-c");
  assert.deepEqual(screen.effects(), [], "another key between takes it back");
  screen.press("ctrl-c");
  assert.deepEqual(screen.effects(), [{ effect: "quit" }]);
});

Deno.test("z asks for the undo of a run that ended well, and of no other", () => {
  const screen = sampleScreen();
  screen.list(A, sampleRow("b", { mark: "done", group: "finished" }));
  screen.effects();
  screen.press("z");
  assert.deepEqual(screen.effects(), []);
  screen.press("j", "z", "z");
  assert.deepEqual(screen.effects().filter(({ effect }) => effect === "undo"), [{
    effect: "undo",
    run: "run_b",
  }]);
});

Deno.test("e shows each file with an equal change, and folds them again", () => {
  const screen = sampleScreen();
  screen.list(A);
  const files = [0, 1, 2].map((n) => ({
    id: `f${n}`,
    path: `f${n}`,
    parts: n === 0 ? [1] : [],
    line: 0,
    like: n === 0 ? undefined : "f0",
  }));
  const detail = { ...sampleDetail(A, 10), files };
  screen.tell({ kind: "detail", detail });
  screen.effects();
  screen.press("enter", "e");
  assert.deepEqual(screen.effects(), [{ effect: "show", row: A, view: "diff", folds: false }]);
  const each = files.map(({ id, path }, n) => ({ id, path, parts: [n], line: n }));
  screen.tell({ kind: "detail", detail: { ...detail, files: each, folds: false } });
  assert.equal(fileWords(screen.state()), "file 3 of 3");
  screen.press("e");
  assert.deepEqual(screen.effects(), [{ effect: "show", row: A, view: "diff", folds: true }]);
  screen.tell({ kind: "detail", detail: sampleDetail(A, 10) });
  screen.press("e");
  assert.deepEqual(screen.effects(), [], "without equal changes there is nothing to fold");
});

Deno.test("@ and Tab put the path of a file in its place, whatever stands around it", () => {
  const files = ["src/retry.ts", "src/client.ts", "tests/retry_test.ts", "README.md", "a b/c.md"];
  assert.deepEqual(offeredFiles(lineOf("mend @ret"), files), ["src/retry.ts", "tests/retry_test.ts"]);
  assert.deepEqual(offeredFiles(lineOf("write to me@ret"), files), []);
  const screen = sampleScreen();
  screen.list(A);
  screen.tell({ kind: "files", files });
  screen.press("w", ..."mend @read", "tab", ..."!");
  assert.equal(screen.state().writing!.line.text, "mend README.md!");
  const word = fc.string({ unit: fc.constantFrom("a", "b", "/", ".", "é"), maxLength: 4 });
  fc.assert(fc.property(fc.array(word, { maxLength: 8 }), word, word, word, (paths, before, name, after) => {
    const line = { text: `${before} @${name} ${after}`, at: `${before} @${name}`.length };
    const done = completeFile(line, paths);
    assert.equal(done === null, !paths.some((path) => path.toLowerCase().includes(name)));
    if (done === null) return;
    assert.equal(done.text.slice(done.at), ` ${after}`);
    assert.ok(paths.some((path) => done.text.slice(0, done.at) === `${before} ${path}`));
  }));
});
