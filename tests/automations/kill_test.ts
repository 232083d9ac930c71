import assert from "node:assert/strict";
import { killSchedule } from "./kill.ts";

Deno.test("a schedule on a service that is killed, on a clock that is set: each moment has one row, and one run", async () => {
  const { moments, runs } = await killSchedule(4, Math.random);
  assert.ok(moments > 100 && runs > 10, `${moments} moments, ${runs} runs`);
});
