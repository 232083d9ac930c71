import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";
import type { Rule } from "./rule.ts";
import { wallSeconds } from "./wall.ts";

/** Seconds on one clock, between which a rule is expanded; if too many times are there, those around `about` count. */
export type RuleWindow = { from: number; to: number; about: number };

/** How many times of a rule are made: more than are kept, even if as many as can be left out are left out. */
const MAX_TIMES = 2 * (LIMITS.occurrences + LIMITS.dates);

const DAY = 86_400;
const UNITS: ReadonlyMap<string, number> = new Map([["HOURLY", 3600], ["MINUTELY", 60], ["SECONDLY", 1]]);

/**
 * Returns the times of a rule that repeats within a day and says no more than how often, and whether it has more of them; null for
 * any other rule. `start` and its UNTIL are on the clock of the window.
 */
export function evenTimes(
  rule: Rule,
  start: number,
  { from, to, about }: RuleWindow,
): { times: number[]; truncated: boolean } | null {
  const unit = UNITS.get(rule.get("FREQ")!);
  if (unit === undefined || [...rule.keys()].some((name) => name.startsWith("BY"))) return null;
  const step = unit * Number(rule.get("INTERVAL") ?? 1);
  const until = rule.get("UNTIL");
  const end = until === undefined ? to : Math.min(to, wallSeconds(until.replace(/Z$/, "")));
  const first = Math.max(0, Math.ceil((from - start) / step));
  const last = Math.min(Number(rule.get("COUNT") ?? Infinity) - 1, Math.floor((end - start) / step));
  const truncated = last - first >= MAX_TIMES;
  const middle = Math.floor((about - start) / step) - MAX_TIMES / 2;
  const begin = truncated ? Math.max(first, Math.min(middle, last - MAX_TIMES + 1)) : first;
  const count = Math.max(0, Math.min(last - begin + 1, MAX_TIMES));
  return { times: Array.from({ length: count }, (_, at) => start + (begin + at) * step), truncated };
}

/** Returns the part of a window around `about` in which a rule that states many times of a day has few enough; none for any other. */
export function nearOnly(rule: Rule, { from, to, about }: RuleWindow): RuleWindow[] {
  const unit = UNITS.get(rule.get("FREQ")!) ?? DAY;
  const listed = (unit === DAY ? ["BYHOUR", "BYMINUTE", "BYSECOND"] : ["BYMINUTE", "BYSECOND"])
    .reduce((product, name) => product * (rule.get(name)?.split(",").length ?? 1), 1);
  if (unit === DAY && listed === 1) return [];
  const near = Math.floor(MAX_TIMES / listed) * unit;
  return [{ from: Math.max(from, about - near), to: Math.min(to, about + near), about }];
}
