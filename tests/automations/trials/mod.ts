import { clock } from "./clock.ts";
import { idle } from "./idle.ts";
import { kills } from "./kills.ts";
import { schedule } from "./schedule.ts";
import { stopped } from "./stopped.ts";
import type { Trial } from "./trial.ts";
import { webhooks } from "./webhooks.ts";

/** What is tried of automations: `deno task soak -- --automations <name> [--count N] [--seed N]`. */
export const TRIALS: Readonly<Record<string, Trial>> = { schedule, kills, stopped, clock, webhooks, idle };

/** Runs the trials that are named, or all of them. Returns the exit code. */
export async function soakAutomations(
  name: string,
  count: number | undefined,
  seed: number,
  say: (line: string) => void,
): Promise<number> {
  const names = name === "all" ? Object.keys(TRIALS) : [name];
  if (
    names.some((each) => !TRIALS[each]) || (count !== undefined && (!Number.isInteger(count) || count < 1))
  ) {
    say(`--automations takes all, ${Object.keys(TRIALS).join(", ")}; --count a whole number from 1 on.`);
    return 2;
  }
  for (const each of names) {
    const trial = TRIALS[each]!;
    const times = count ?? trial.count;
    say(`${each}: ${times} ${trial.unit}, seed ${seed}`);
    say(await trial.run(times, seed));
  }
  return 0;
}
