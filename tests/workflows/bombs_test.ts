import assert from "node:assert/strict";
import { BOMBS } from "./bombs.ts";

Deno.test("60 bombs: each is refused or ends, and no text of them is a workflow", async () => {
  assert.equal(BOMBS.length, 60);
  for (const [, work] of BOMBS) await work();
});
