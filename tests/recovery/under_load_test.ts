import assert from "node:assert/strict";
import { KillCycle } from "./load/cycle.ts";
import { freshSeed } from "./seed.ts";
import { Site } from "./site.ts";

const KILLS = 15;

Deno.test(`${KILLS} kills under the load of 16 clients lose no acknowledged answer and double none`, async () => {
  const seed = freshSeed();
  using site = Site.make();
  const cycle = new KillCycle(site, seed);
  try {
    while (cycle.kills < KILLS) await cycle.once({ verify: cycle.kills % 5 === 0 });
    await cycle.end();
  } catch (cause) {
    throw new Error(`RECOVERY_SEED=${seed}, kill ${cycle.kills}: ${(cause as Error).message}`, { cause });
  }
  assert.ok(cycle.history.applied > 0, "no patch was applied: the load was too light to say anything");
});
