import { formAt, timeLine, timeText } from "./time_text.ts";
import { writeLine } from "./line.ts";
import type { Read } from "./read_component.ts";

const DAY = 86_400;

/** Whether something repeats. */
export const isSeries = ({ rules, added }: Pick<Read, "rules" | "added">): boolean =>
  rules.length > 0 || added.length > 0;

/** Returns the rules and dates of a series as calendar lines, in the form of its start. */
export function recurrenceLines({ start, rules, excludingRules, added, excluded }: Read): string[] {
  if (start === null) return [];
  const form = formAt(start);
  // An excluded day of a timed series stands for the time on that day.
  const out = excluded.filter(({ allDay }) => allDay || !start.allDay).map(({ wall, allDay }) =>
    allDay && !start.allDay ? wall + start.wall % DAY : wall
  );
  const plain = added.filter(({ allDay, duration }) => allDay === start.allDay && duration === undefined);
  const periods = added.filter(({ allDay, duration }) => !allDay && !start.allDay && duration !== undefined);
  const zone = form.kind === "zone" ? [["TZID", form.tzid] as const] : [];
  return [
    ...new Set(rules.map((rule) => `RRULE:${rule}`)),
    ...new Set(excludingRules.map((rule) => `EXRULE:${rule}`)),
    ...(plain.length > 0 ? [timeLine("RDATE", plain.map(({ wall }) => wall), form)] : []),
    ...periods.map(({ wall, duration }) =>
      writeLine("RDATE", `${timeText(wall, form)}/PT${duration}S`, [["VALUE", "PERIOD"], ...zone])
    ),
    ...(out.length > 0 ? [timeLine("EXDATE", out, form)] : []),
  ];
}
