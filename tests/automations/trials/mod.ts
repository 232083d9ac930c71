import { clock } from "./clock.ts";
import { idle } from "./idle.ts";
import { kills } from "./kills.ts";
import { schedule } from "./schedule.ts";
import { stopped } from "./stopped.ts";
import type { Trial } from "./trial.ts";
import { webhooks } from "./webhooks.ts";

const TRIALS: Readonly<Record<string, Trial>> = { schedule, kills, stopped, clock, webhooks, idle };

/**
 * Runs the trials of automations that are named, or all of them for `all`, so often as asked or, for 0, as each says itself.
 * Throws a RangeError for a name that is none.
 */
export async function soakAutomations(
  words: readonly string[],
  count: number,
  seed: number,
  say: (line: string) => void,
): Promise<void> {
  const names = words[0] === "all" ? Object.keys(TRIALS) : words;
  const trials = names.map((name) => ({ name, trial: TRIALS[name] }));
  for (const { name, trial } of trials) {
    if (!trial) throw new RangeError(`"${name}" is not a part: all, ${Object.keys(TRIALS).join(", ")}.`);
    const times = count || trial.count;
    say(`${name}: ${times} ${trial.unit}, seed ${seed}`);
    say(await trial.run(times, seed));
  }
}
