import assert from "node:assert/strict";
import { measureTurns } from "./turns/trial.ts";

/** Far more than any part takes on a busy machine, and less than the same work took in one turn. */
const MAX_TURN_MILLISECONDS = 500;

Deno.test("no large piece of work holds the event loop: parts, slices, pages and threads take turns", async () => {
  const measured = await Array.fromAsync(measureTurns({ runs: 300, archived: 150, some: 75, rushed: 100 }));
  assert.ok(measured.length >= 9);
  for (const { name, own } of measured) {
    assert.ok(own < MAX_TURN_MILLISECONDS, `${name} held the event loop for ${Math.round(own)} ms`);
  }
});
