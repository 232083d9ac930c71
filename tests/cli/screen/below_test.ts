import assert from "node:assert/strict";
import { composerLine, keysLine } from "../../../commands/screen/below.ts";
import { unpainted } from "../../../commands/terminal/paint.ts";
import { sampleScreen } from "./sample.ts";

Deno.test("what is being written stays on the screen while the service does not respond, which is said below it", () => {
  const screen = sampleScreen();
  screen.press("w", ..."fix it");
  screen.tell({ kind: "connection", connected: false });
  const { line, cursor } = composerLine(screen.state());
  assert.deepEqual([unpainted(line), cursor], ["What should be done? fix it", 27]);
  assert.match(keysLine(screen.state()), /not responding/);
  screen.press("escape");
  assert.equal(composerLine(screen.state()).cursor, null);
  assert.match(composerLine(screen.state()).line, /not responding.*press S/);
});
