import assert from "node:assert/strict";
import { keysLine } from "../../../commands/screen/below.ts";
import { shownRows, withBoxRoom } from "../../../commands/screen/hunks.ts";
import type { Detail } from "../../../commands/screen/state.ts";
import { unpainted } from "../../../commands/terminal/paint.ts";
import type { QueueItem } from "../../../commands/service/types.ts";
import { sampleDetail, sampleItem, sampleRow, sampleScreen } from "./sample.ts";

const A = sampleRow("a");
const B = sampleRow("b");

/** A change of two files with three hunks, of which the last begins far below the first two. */
function detailOf(row: typeof A): Detail {
  const sample = sampleDetail(row, 60);
  const hunks = [{ id: "h1", line: 2 }, { id: "h2", line: 8 }, { id: "h3", line: 50 }];
  const files = [{ hunks: [{ id: "h1" }, { id: "h2" }] }, { hunks: [{ id: "h3" }] }];
  const { approval } = sampleItem(row.approvalId!);
  const item = {
    ...sample.item,
    approval: { ...approval, evidence: [{ kind: "repo-write-patch-bundle", files }] },
  } as unknown as QueueItem;
  return { ...sample, item, hunks, lines: withBoxRoom(sample.lines, hunks) };
}

/** A screen on which a change with three hunks is shown. */
function shownScreen() {
  const screen = sampleScreen();
  screen.list(A, B);
  screen.tell({ kind: "detail", detail: detailOf(A) });
  screen.effects();
  return screen;
}

type Screen = ReturnType<typeof shownScreen>;
const boxes = (screen: Screen) => shownRows(screen.state()).filter((line) => line.includes("["));
const decisions = (screen: Screen) =>
  screen.effects().flatMap((effect) => effect.effect === "decide" ? [effect.choice] : []);

Deno.test("Tab marks a hunk and Space leaves it out; what is left is accepted at the second press, as a part", () => {
  const screen = shownScreen();
  screen.press("tab", "tab", " ");
  assert.deepEqual(boxes(screen), [" [x] line 3", "❯[ ] line 9"]);
  assert.match(unpainted(keysLine(screen.state())), /a accept 2 of 3 changes · .*Space accept it/);
  screen.press("a");
  assert.deepEqual(decisions(screen), []);
  assert.match(
    screen.state().said!.text,
    /Nothing is written yet\. .* verified again if there is a verifier\. Press a again to accept 2 of 3 changes\.$/,
  );
  screen.press("a");
  assert.deepEqual(decisions(screen), [{ decision: "approve", hunks: ["h1", "h3"] }]);
  screen.list(B);
  screen.tell({ kind: "detail", detail: detailOf(B) });
  assert.equal(screen.state().said, null, "nothing that was chosen is lost");
  assert.equal(screen.state().leftOut.size, 0);
});

Deno.test("a part takes two presses also when all of it was shown, and another key between them starts again", () => {
  const screen = shownScreen();
  screen.press("G", "g", "tab", " ", "a", "tab", "a");
  assert.deepEqual(decisions(screen), []);
  screen.press("a");
  assert.deepEqual(decisions(screen), [{ decision: "approve", hunks: ["h2", "h3"] }]);
});

Deno.test("Space on a change that stands for equal ones leaves them out with it", () => {
  const screen = sampleScreen();
  screen.list(A, B);
  const detail = detailOf(A);
  const hunks = [{ id: "h1", line: 2 }, { id: "h2", line: 8, like: ["h3"] }];
  screen.tell({ kind: "detail", detail: { ...detail, hunks } });
  screen.effects();
  screen.press("tab", "tab", " ", "a", "a");
  assert.deepEqual(decisions(screen), [{ decision: "approve", hunks: ["h1"] }]);
});

Deno.test("what is accepted again is the whole change, and goes where the whole can go", () => {
  const screen = shownScreen();
  screen.press("tab", " ", "d");
  assert.equal(screen.state().delivery, "tree", "a part cannot be delivered elsewhere");
  screen.press(" ", "d", "g", "pagedown", "pagedown", "pagedown", "a");
  assert.deepEqual(decisions(screen), [{ decision: "approve", delivery: "branch" }]);
});

Deno.test("with every hunk left out nothing is approved, however often the key is pressed", () => {
  const screen = shownScreen();
  screen.press("tab", " ", "tab", " ", "tab", " ", "a", "a", "a");
  assert.deepEqual(decisions(screen), []);
  assert.match(screen.state().said!.text, /^No change is accepted\./);
});

Deno.test("Tab and Shift-Tab scroll to a hunk that is not on the screen; after a scroll Space shows the next page", () => {
  const screen = shownScreen();
  screen.press("tab", "tab", "tab", "tab");
  assert.deepEqual(boxes(screen), ["❯[x] line 51"]);
  screen.press("shift-tab", "shift-tab", "shift-tab");
  assert.deepEqual(boxes(screen), ["❯[x] line 3", " [x] line 9"]);
  const { top } = screen.state();
  screen.press("j", " ");
  assert.ok(screen.state().top > top + 1);
  assert.equal(screen.state().leftOut.size, 0);
});

Deno.test("what was left out is forgotten with the change it was for, and stays while the transcript is read", () => {
  const changed = shownScreen();
  changed.press("tab", " ");
  changed.list({ ...A, version: "another" }, B);
  assert.equal(changed.state().leftOut.size, 0);
  assert.match(changed.state().said!.text, /has changed/);

  const late = sampleScreen();
  late.list({ ...A, version: "waiting a" });
  late.tell({ kind: "detail", detail: { ...detailOf(A), row: { ...A, version: "waiting a" } } });
  late.press("tab", " ");
  late.effects();
  late.list(A);
  assert.deepEqual(late.effects(), [], "the evidence that was read is that of the approval listed now");
  assert.deepEqual([...late.state().leftOut], ["h1"]);

  const read = shownScreen();
  read.press("tab", " ", "t");
  read.tell({ kind: "detail", detail: { ...sampleDetail(A), view: "transcript", item: null } });
  read.tell({ kind: "detail", detail: detailOf(A) });
  assert.deepEqual([...read.state().leftOut], ["h1"]);

  const moved = shownScreen();
  moved.press("tab", " ", "n");
  assert.deepEqual([moved.state().leftOut.size, moved.state().said], [0, null]);
});
