import { Random } from "../../recovery/load/random.ts";
import { killSchedule } from "../kill.ts";
import type { Trial } from "./trial.ts";

/** Kills a service with a schedule, on a clock that is set by an hour now and then. */
export const kills: Trial = {
  count: 200,
  unit: "kills",
  run: async (count, seed) => {
    const dice = new Random(seed);
    const { moments, runs, boundaries } = await killSchedule(count, () => dice.next());
    const before = [...boundaries].toSorted().map(([statement, times]) => `${statement} × ${times}`);
    return `No difference after ${count} kills, half of them before ${boundaries.size} kinds of statements ` +
      `(${before.join(", ")}): ${moments} moments and ${runs} runs, each once.`;
  },
};
