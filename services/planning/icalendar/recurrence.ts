import type { Properties } from "./property.ts";
import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";
import { alignTo, durationOf, type Notes, readTime, secondsOf, type Time, timesOf } from "./times.ts";
import { readRule } from "./rule.ts";
import type { Zones } from "./zones.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** When something repeats, as its properties state it, in the form of its start. */
export type Recurrence = {
  rules: string[];
  excludingRules: string[];
  added: { wall: number; allDay: boolean; duration?: number }[];
  excluded: { wall: number; allDay: boolean }[];
};

/** Reads the rules and dates of a series. What cannot be read is left out and noted. */
export function readRecurrence(
  properties: Properties,
  start: Time | null,
  zones: Zones,
  note: Notes,
): Recurrence {
  const texts = (name: string) => (properties.get(name) ?? []).flatMap(({ values }) => values[0] || []);
  const excludingRules = texts("exrule").filter((rule) => isRule(rule, note));
  const recurrence = { rules: texts("rrule"), excludingRules, added: [], excluded: [] };
  if (start === null) return recurrence;
  const dates = (name: string) => {
    const all = (properties.get(name) ?? []).flatMap((property) =>
      timesOf(property, zones, note).map((each) => ({ ...each, property }))
    );
    if (all.length > LIMITS.dates) {
      note(`it has ${all.length} values of ${name.toUpperCase()}, and ${LIMITS.dates} are read`);
    }
    return all.slice(0, LIMITS.dates);
  };
  return {
    ...recurrence,
    added: dates("rdate").map(({ time, value, property }) => {
      const { wall, allDay } = alignTo(start, time);
      const end = value.split("/")[1];
      if (end === undefined) return { wall, allDay };
      if (time.allDay) {
        note(`its RDATE "${value.slice(0, 40)}" is a period of dates, of which only the first day counts`);
        return { wall, allDay };
      }
      try {
        const duration = /^[+-]?P/i.test(end)
          ? durationOf(end)
          : secondsOf(readTime(end, property, zones)) - secondsOf(time);
        return { wall, allDay, duration: Math.max(0, duration) };
      } catch {
        note(
          `the end of its RDATE "${value.slice(0, 40)}" cannot be read, so it lasts as long as the others`,
        );
        return { wall, allDay };
      }
    }),
    // A day that a series of times leaves out means each of its times.
    excluded: dates("exdate").map(({ time }) => time.allDay ? time : alignTo(start, time)),
  };
}

function isRule(text: string, note: Notes): boolean {
  try {
    return readRule(text).size > 0;
  } catch (cause) {
    note(`its EXRULE "${text.slice(0, 40)}" was left out, because ${messageOf(cause)}`);
    return false;
  }
}
