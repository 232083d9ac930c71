import assert from "node:assert/strict";
import { testNeeding } from "../../kit/skip.ts";
import { buildShim, type ErrorName } from "./faults.ts";
import { failEachCall, scenarioMaker } from "./trial.ts";

const library = await buildShim();
const missing = library === null ? "Linux and a C compiler" : null;

// A share; every call: deno task soak -- faults-at-calls
for (
  const [error, next, lasting] of [["EIO", 1, false], ["ENOSPC", 40, false]] satisfies [
    ErrorName,
    number,
    boolean,
  ][]
) {
  testNeeding(missing, {
    name: `${error} at call ${next}${
      lasting ? " and all later ones" : ""
    } of a run loses nothing that was acknowledged`,
    fn: async () => {
      const progress = { next, rounds: 0, violations: [], over: false };
      const tried = { error, step: 1, last: next, lasting };
      await failEachCall(await scenarioMaker("apply", library!), tried, progress);
      assert.deepEqual(progress.violations, []);
      assert.equal(progress.rounds, 1, "the control: a call failed");
    },
  });
}
