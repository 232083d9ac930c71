import { RRuleTemporal } from "rrule-temporal";
import { toText } from "rrule-temporal/totext";
import { readRule, writeRule } from "./rule.ts";

/** Rules are read with a first day, which is a Thursday: a weekly one without days is not said to be of that day. */
const FIRST = "DTSTART;TZID=UTC:20260101T000000";
const OF_FIRST = / on Thursday\b/;

/**
 * Returns a repetition rule in words, such as `every 2 weeks on Monday`, or the rule itself if it cannot be read. What it leaves to
 * its first day, and its time zone, are not in the words.
 */
export function repeatWords(rrule: string): string {
  try {
    const rule = readRule(rrule);
    rule.delete("WKST"); // It says nothing to people.
    const text = toText(new RRuleTemporal({ rruleString: `${FIRST}\nRRULE:${writeRule(rule)}` })).replace(
      / UTC\b/,
      "",
    );
    return rule.has("BYDAY") ? text : text.replace(OF_FIRST, "");
  } catch {
    return rrule;
  }
}
