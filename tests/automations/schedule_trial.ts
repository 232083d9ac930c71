/**
 * Holds the schedule against the oracle as often as one likes, around every change of a clock of 2015 to 2024 in 20 zones:
 * `deno run -A tests/automations/schedule_trial.ts [patterns for each change, 10] [seed]`.
 */
import fc from "fast-check";
import { freshSeed } from "../recovery/seed.ts";
import { CHANGES, checkAround, pattern, shift } from "./schedule_property.ts";

const each = Number(Deno.args[0] ?? 10);
const seed = Number(Deno.args[1] ?? freshSeed());
const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
for (const [index, change] of CHANGES.entries()) {
  fc.assert(
    fc.property(pattern, shift, (cron, from) => checkAround(change, cron, from)),
    { numRuns: each, seed: seed + index },
  );
}
say(
  `No difference in ${
    CHANGES.length * each
  } windows around ${CHANGES.length} changes of clocks, seed ${seed}.`,
);
