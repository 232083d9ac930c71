import assert from "node:assert/strict";
import fc from "fast-check";
import { SEEN_RULE, seenIds } from "../../../client/seen.ts";
import { shownHere } from "../../../commands/screen/seen.ts";
import { sampleDetail, sampleRow, sampleScreen } from "./sample.ts";

const A = sampleRow("a");

/** A patch of 300 lines with three files: at its start, in its middle, and at its end. */
function patchScreen(given: { columns?: number; height?: number } = {}) {
  const screen = sampleScreen(given);
  screen.list(A);
  const files = [
    { id: "first", path: "first.txt", parts: [3, 4], line: 2 },
    { id: "middle", path: "middle.txt", parts: [150], line: 149 },
    { id: "last", path: "last.txt", parts: [299], line: 298 },
  ];
  screen.tell({ kind: "detail", detail: { ...sampleDetail(A, 300), files } });
  screen.effects();
  return screen;
}

const decided = (screen: ReturnType<typeof patchScreen>) =>
  screen.effects().flatMap((effect) => effect.effect === "decide" ? [effect.shown] : []);

Deno.test("jumping to the end is not reading: it warns once with the rule, forbids nothing, and records what was seen", () => {
  const screen = patchScreen();
  screen.press("enter", "G", "a");
  assert.deepEqual(decided(screen), []);
  assert.match(screen.state().said!.text, /^1 file has not been seen yet\. .* Press a again/);
  assert.ok(screen.state().said!.text.includes(SEEN_RULE));
  screen.press("a");
  assert.deepEqual(decided(screen), [{
    by: "screen",
    files: { seen: 2, of: 3, paths: ["first.txt", "last.txt"] },
  }]);
});

Deno.test("a patch that was read page by page is approved by one key, at every size and also when the size changes", () => {
  const screen = patchScreen();
  screen.press("enter", ...Array(8).fill(" "));
  screen.tell({ kind: "size", columns: 70, height: 20 });
  screen.tell({ kind: "size", columns: 140, height: 60 });
  screen.press(...Array(15).fill(" "), "a");
  assert.deepEqual(decided(screen), [{
    by: "screen",
    files: { seen: 3, of: 3, paths: ["first.txt", "middle.txt", "last.txt"] },
  }]);
});

Deno.test("a rejection, too, records what was seen of what it rejects", () => {
  const screen = patchScreen();
  screen.press("enter", "x", "enter");
  assert.deepEqual(decided(screen), [{ by: "screen", files: { seen: 1, of: 3, paths: ["first.txt"] } }]);
});

Deno.test("property: a file is seen exactly when each of its rows was on the screen, whatever the keys and sizes", () => {
  const keys = fc.array(fc.constantFrom("j", "k", " ", "b", "g", "G"), { maxLength: 12 });
  fc.assert(fc.property(keys, fc.integer({ min: 8, max: 40 }), (pressed, height) => {
    const screen = patchScreen({ height });
    const shown = new Set<number>();
    const look = () => {
      const { top, wrapped, height: now } = screen.state();
      for (let row = top; row < Math.min(wrapped.length, top + now - 6); row++) shown.add(row);
    };
    screen.press("enter");
    look();
    for (const key of pressed) {
      screen.press(key);
      look();
    }
    const parts = { "first.txt": [3, 4], "middle.txt": [150], "last.txt": [299] };
    const paths = Object.entries(parts).filter(([, rows]) => rows.every((row) => shown.has(row))).map((
      [path],
    ) => path);
    assert.deepEqual(shownHere(screen.state()).files, { seen: paths.length, of: 3, paths });
  }));
});

Deno.test("property: a folded file is seen with its example, and no file is seen without all of its parts", () => {
  const ids = ["a", "b", "c", "d"];
  const files = fc.tuple(
    ...ids.map((id) =>
      fc.record({
        id: fc.constant(id),
        path: fc.constant(id),
        parts: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }),
      })
    ),
  );
  fc.assert(fc.property(files, fc.uniqueArray(fc.integer({ min: 0, max: 9 })), (all, parts) => {
    const shown = new Set(parts);
    const alone = seenIds(all, shown);
    for (const file of all) assert.equal(alone.has(file.id), file.parts.every((part) => shown.has(part)));
    const folded = seenIds(all.map((file) => file.id === "d" ? { ...file, like: "a" } : file), shown);
    assert.equal(folded.has("d"), alone.has("d") || alone.has("a"));
  }));
});
