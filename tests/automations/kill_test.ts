import assert from "node:assert/strict";
import { anywhere, killSchedule } from "./kill.ts";

Deno.test("a schedule on a service that is killed, on a clock that is set: each moment has one row, and one run", async () => {
  const { moments, runs, boundaries } = await killSchedule(anywhere(6, Math.random), Math.random);
  assert.ok(moments > 100 && runs > 10, `${moments} moments, ${runs} runs`);
  assert.ok(boundaries.size > 0);
});
