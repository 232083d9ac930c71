import fc from "fast-check";
import { CHANGES, checkAround, pattern, shift } from "../schedule_property.ts";
import type { Trial } from "./trial.ts";

/** Holds the schedule against the oracle around every change of a clock of 2015 to 2024 in 20 zones. */
export const schedule: Trial = {
  count: 10,
  unit: "patterns for each change",
  run: (count, seed) => {
    for (const [index, change] of CHANGES.entries()) {
      fc.assert(
        fc.property(pattern, shift, (cron, from) => checkAround(change, cron, from)),
        { numRuns: count, seed: seed + index },
      );
    }
    const windows = CHANGES.length * count;
    return Promise.resolve(`No difference in ${windows} windows around ${CHANGES.length} changes of clocks.`);
  },
};
