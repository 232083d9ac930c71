import assert from "node:assert/strict";
import { KillCycle } from "./load/cycle.ts";
import { freshSeed } from "./seed.ts";
import { Site } from "./site.ts";

/** More: `deno task soak -- kills --count 500`. */
const KILLS = 8;

Deno.test(`${KILLS} kills under the load of 16 clients lose no acknowledged answer and double none`, async () => {
  const seed = freshSeed();
  using site = Site.make();
  const cycle = new KillCycle(site, seed);
  try {
    // On a machine that is busy with other tests, the load may take longer to reach an applied patch.
    const goesOn = () => cycle.kills < KILLS || (cycle.history.applied === 0 && cycle.kills < 5 * KILLS);
    while (goesOn()) await cycle.once({ verify: cycle.kills % 4 === 0 });
    await cycle.end();
  } catch (cause) {
    throw new Error(`RECOVERY_SEED=${seed}, kill ${cycle.kills}: ${(cause as Error).message}`, { cause });
  }
  assert.ok(cycle.history.applied > 0, "no patch was applied: the load was too light to say anything");
});
