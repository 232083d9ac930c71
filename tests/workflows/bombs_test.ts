import assert from "node:assert/strict";
import { BOMBS } from "./bombs.ts";

Deno.test("66 bombs: each is refused or ends, and no text of them is a workflow", async () => {
  assert.equal(BOMBS.length, 66);
  for (const [, work] of BOMBS) await work();
});
