import { RRuleTemporal } from "rrule-temporal";
import { toText } from "rrule-temporal/totext";
import { readRule, writeRule } from "./rule.ts";

/** A rule needs a first day to be read. This one is a Thursday, which the words of a weekly rule without days would name. */
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

/** Returns a function that says the rules of a list in words, as `repeatWords` does, each rule once; null if there is none. */
export function wordsOfRepeats(): (rrule: string | null) => string | null {
  const said = new Map<string, string>();
  return (rrule) => {
    if (rrule === null) return null;
    const words = said.get(rrule) ?? repeatWords(rrule);
    said.set(rrule, words);
    return words;
  };
}
