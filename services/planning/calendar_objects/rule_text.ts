import { expand } from "../icalendar/expand.ts";
import { readRule, type Rule, writeRule } from "../icalendar/rule.ts";
import { wallOf, wallSeconds } from "../icalendar/wall.ts";
import { readLine } from "../icalendar/line.ts";
import { type Component, linesNamed } from "./object_text.ts";
import { refuseChange } from "./change.ts";
import { type Form, secondsIn, type Wall, wallIn, zoneOf } from "../icalendar/time_text.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

const MAX_COUNT = 1_000;

/** Returns the rule of a series; null if it repeats by dates alone, or not at all. */
export function ruleOf(event: Component): Rule | null {
  const [text, another] = linesNamed(event, "RRULE");
  if (another !== undefined) refuseChange("The series has two rules, so it cannot be changed here.");
  return text === undefined ? null : readRule(readLine(text).value);
}

/** Returns a person's rule with its UNTIL in the form that RFC 5545 requires. Throws `InvalidError`. */
export function ruleFromInput(text: string, form: Form): Rule {
  let rule: Rule;
  try {
    rule = readRule(text);
  } catch (cause) {
    return refuseChange(`The rrule cannot be used: ${messageOf(cause)}.`);
  }
  const until = rule.get("UNTIL");
  if (until !== undefined) {
    const wall = wallSeconds(until.replace(/Z$/, ""));
    const local = until.includes("T") || form.kind === "date" ? wall : wall + 86_399;
    rule.set("UNTIL", untilText(until.endsWith("Z") ? wallIn(local, form) : local, form));
  }
  return rule;
}

/** Returns a moment as UNTIL: in UTC for an event with a time zone. */
function untilText(wall: Wall, form: Form): string {
  const text = wallOf(secondsIn(wall, form)).replaceAll(/[-:]/g, "");
  return form.kind === "date" ? text.slice(0, 8) : zoneOf(form) === null ? text : `${text}Z`;
}

/** Returns the same rule for a series that begins later by local seconds. */
export function ruleLater(rule: Rule, by: number, form: Form): Rule {
  const later = new Map(rule);
  const until = rule.get("UNTIL");
  if (until === undefined || (form.kind !== "date" && !until.includes("T"))) return later;
  const wall = wallSeconds(until.replace(/Z$/, ""));
  later.set("UNTIL", untilText((until.endsWith("Z") ? wallIn(wall, form) : wall) + by, form));
  return later;
}

/** Returns the rule of the part before a time. */
export function ruleUntil(rule: Rule, before: Wall, form: Form): Rule {
  const left = new Map(rule);
  left.delete("COUNT");
  left.set("UNTIL", untilText(before - (form.kind === "date" ? 86_400 : 1), form));
  return left;
}

/** Returns the occurrences of a rule in a window of seconds. */
const expandRule = (rule: Rule, start: Wall, form: Form, { from, to }: { from: number; to: number }) =>
  expand(
    { start, duration: 0, allDay: form.kind === "date", zone: zoneOf(form), rules: [writeRule(rule)] },
    from,
    to,
  ).occurrences;

/** Whether a rule itself has an occurrence at a time. */
export function hasOccurrence(rule: Rule, start: Wall, at: Wall, form: Form): boolean {
  const seconds = secondsIn(at, form);
  return expandRule(rule, start, form, { from: seconds, to: seconds }).length > 0;
}

/** Returns the rule of the part from a time on, with the rest of its COUNT. */
export function ruleFrom(rule: Rule, start: Wall, from: Wall, form: Form): Rule {
  const count = Number(rule.get("COUNT") ?? 0);
  if (count === 0) return new Map(rule);
  if (count > MAX_COUNT) {
    refuseChange(`The series has a COUNT of ${count}. Only series of up to ${MAX_COUNT} can be split.`);
  }
  const before = expandRule(rule, start, form, { from: -1e11, to: secondsIn(from, form) - 1 });
  return new Map(rule).set("COUNT", String(count - before.length));
}

/** Whether a rule determines its times of day, so that its first one cannot simply move. */
export const namesTimes = (rule: Rule): boolean =>
  ["BYHOUR", "BYMINUTE", "BYSECOND"].some((part) => rule.has(part));

/** Whether a rule determines its days, so that its first day cannot simply move. */
export const namesDays = (rule: Rule): boolean =>
  ["BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYMONTH", "BYSETPOS"].some((part) => rule.has(part));
