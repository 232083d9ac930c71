import assert from "node:assert/strict";
import { renderToString, Text } from "ink";
import { terminalLines } from "../../../commands/screen/lines.ts";
import { queueLines } from "../../../commands/screen/queue_lines.ts";
import { createElement } from "../../../commands/screen/view/element.ts";
import { Lines, Ready } from "../../../commands/screen/view/text.ts";
import { paint } from "../../../commands/terminal/paint.ts";
import { sampleDetail, sampleRow, sampleScreen } from "./sample.ts";

/** Sets the window's title, hides the rest of the line, turns the direction, and looks like a mark for a colour. */
const ATTACK = "ok \x1b]2;pwned\x07\x1b[8mhidden \u202Eevil \x9b31m \u200b\u{fdd0}x:31\u{fdd1}";
// deno-lint-ignore no-control-regex
const ACTIVE = /\x1b\]|\x1b\[8m|\x07|\u202e|\x9b|\u200b/;

Deno.test("control: the library passes terminal escapes of a text through", () => {
  assert.match(renderToString(createElement(Text, {}, ATTACK)), ACTIVE);
});

Deno.test("no text from a run reaches the terminal raw: not in the queue, and not in a diff or transcript", () => {
  const row = sampleRow("a", { title: ATTACK });
  const screen = sampleScreen({ colour: true });
  screen.list(row);
  screen.tell({
    kind: "detail",
    detail: { ...sampleDetail(row), lines: [ATTACK, paint.red(`${ATTACK} `.repeat(30))] },
  });
  screen.tell({ kind: "lines", row: "a", view: "diff", lines: [ATTACK], complete: true });
  const shown = [
    renderToString(createElement(Lines, { lines: queueLines(screen.state()), colour: true }), {
      columns: 200,
    }),
    renderToString(createElement(Ready, { lines: screen.state().wrapped }), { columns: 200 }),
  ];
  for (const text of shown) {
    assert.doesNotMatch(text, ACTIVE);
    assert.match(text, /␛\]2;pwned␇/);
  }
  assert.ok(shown[1]!.includes("\x1b[31m"), "our own colours are there");
});

Deno.test("without colour, only text reaches the terminal", () => {
  const row = sampleRow("a");
  const screen = sampleScreen({ colour: false });
  screen.list(row);
  screen.tell({ kind: "said", text: "It failed", tone: "bad" });
  const lines = [...queueLines(screen.state()), ...terminalLines([paint.red("red")], 80, false)];
  assert.ok(!renderToString(createElement(Lines, { lines, colour: false })).includes("\x1b"));
});
