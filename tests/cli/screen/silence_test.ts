import assert from "node:assert/strict";
import fc from "fast-check";
import { keysOf } from "../../../commands/screen/view/keys_of.ts";
import { sampleDetail, sampleRow, sampleScreen } from "./sample.ts";

const A = sampleRow("a");

/** A screen on which an approval has just appeared. */
function newlyShown() {
  const screen = sampleScreen({}, { waits: false });
  screen.list(A);
  screen.tell({ kind: "detail", detail: sampleDetail(A) });
  screen.effects();
  return screen;
}

/** Presses keys that are read at once. */
function pressAtOnce(screen: ReturnType<typeof newlyShown>, text: string): void {
  for (const [at, key] of keysOf(text, {} as Parameters<typeof keysOf>[1]).entries()) {
    screen.tell({ kind: "key", key, together: at > 0 });
  }
}

const decisions = (screen: ReturnType<typeof newlyShown>) =>
  screen.effects().filter(({ effect }) => effect === "decide" || effect === "cancel");

const reads = fc.array(fc.string({ unit: fc.constantFrom(..."aaaxrdsCjGg\r "), minLength: 1, maxLength: 5 }));

Deno.test("property: until nothing was pressed for a moment, no keys decide what has just appeared", () => {
  fc.assert(fc.property(reads, (texts) => {
    const screen = newlyShown();
    for (const text of texts) pressAtOnce(screen, text);
    assert.deepEqual(decisions(screen), []);
  }));
});

Deno.test("property: from keys that are read at once at most the first is a step of a decision", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."aaxrCdsjG\r "), minLength: 2 }), (text) => {
    const screen = newlyShown();
    screen.tell({ kind: "quiet" });
    pressAtOnce(screen, `j${text}`);
    assert.deepEqual(decisions(screen), [], "the first one only opens it");
    const { writing } = screen.state();
    assert.ok(writing === null || writing.purpose === "request");
  }));
});

Deno.test("a key that came too early is said to be ignored, and is not offered until it counts", () => {
  const screen = newlyShown();
  screen.press("enter", "a");
  assert.match(screen.state().said!.text, /^1 key pressed before the question could be read was ignored\.$/);
  assert.equal(screen.state().quiet, false);
  screen.tell({ kind: "quiet" });
  screen.press("a");
  assert.equal(decisions(screen).length, 1);
});

Deno.test("the second press that a warning asks for counts once the warning could be read", () => {
  const screen = newlyShown();
  screen.tell({ kind: "quiet" });
  screen.press("a");
  assert.match(screen.state().said!.text, /Press a again/);
  screen.press("a");
  assert.deepEqual(decisions(screen), []);
  assert.match(screen.state().said!.text, /Press a again.*\n1 key pressed before/);
});
