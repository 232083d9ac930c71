import assert from "node:assert/strict";
import { shareOf, withSeed } from "./seed.ts";
import { dispatchBoundaries, killAt } from "./workflow_scenario.ts";

/** Every boundary is a trial: `deno task soak -- workflows --count 200`. */
const SHARE = 12;

Deno.test("a workflow that is killed does every node once, asks once, and ends in the same way", () =>
  withSeed(async (seed) => {
    const points = await dispatchBoundaries();
    for (const name of ["task:*:captured#1", "dispatch:resting#1", "dispatch:settled#1"]) {
      assert.ok(points.includes(name), `${name} in ${points}`);
    }
    await killAt(shareOf(points, SHARE, seed));
  }));
