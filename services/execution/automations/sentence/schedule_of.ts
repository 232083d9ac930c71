import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { TriggerInput } from "../firing/schemas.ts";
import { objectionToCron } from "../schedule/cron.ts";
import { clockOf, type ClockTime } from "./clock_words.ts";

/** A repetition by days, as planning reads it: its rule, and whether a day is one of its days. */
type DayRepeat = { text: string; rrule: string; fits: (day: string) => boolean };

const CRON_DAYS: Readonly<Record<string, string>> = {
  MO: "MON",
  TU: "TUE",
  WE: "WED",
  TH: "THU",
  FR: "FRI",
  SA: "SAT",
  SU: "SUN",
};
const WORKDAYS = "MO,TU,WE,TH,FR";
const ISO_UNITS: Readonly<Record<string, string>> = { DAILY: "D", WEEKLY: "W", MONTHLY: "M" };

/** The latest day that every month has. */
const LAST_SAFE_DAY = 28;

/** How far ahead the first day of an interval is looked for. */
const MAX_AHEAD_DAYS = 400;

/** Returns the schedule of days at times. Throws `InvalidError` if more has to be said, or no schedule can be so. */
export function scheduleOf(
  repeat: DayRepeat,
  times: readonly ClockTime[],
  timezone: string,
  now: Date,
): TriggerInput {
  const rule = Object.fromEntries(repeat.rrule.split(";").map((part) => part.split("=")));
  const { FREQ: unit = "", INTERVAL: interval = "1", BYDAY: days, BYMONTHDAY: dayOfMonth } = rule;
  if ((unit === "WEEKLY" && !days) || (unit === "MONTHLY" && !days && !dayOfMonth) || unit === "YEARLY") {
    throw new InvalidError(
      `"${repeat.text}" does not say on which day. Write "every monday at 9", "every month on the 1st at 9", or a pattern for a yearly one.`,
    );
  }
  const [first] = times;
  if (!first) {
    throw new InvalidError(`Say at what time of the day, such as "${repeat.text} at 9".`);
  }
  if (interval !== "1") {
    if (unit === "MONTHLY" && days) {
      throw new InvalidError(
        `"${repeat.text}" is another day of each month, which no interval can be. Use a pattern, such as 0 9 * */${interval} ${
          cronDay(days)
        }.`,
      );
    }
    if (
      times.length > 1 || days?.includes(",") || Number(dayOfMonth ?? 1) > LAST_SAFE_DAY ||
      dayOfMonth === "-1"
    ) {
      throw new InvalidError(
        `"${repeat.text}" can have one time and one day that every month has. Make an automation for each other one.`,
      );
    }
    const startAt = firstMoment(repeat, first, timezone, now);
    return { kind: "schedule", every: `P${interval}${ISO_UNITS[unit]}`, startAt, timezone };
  }
  const minutes = new Set(times.map(({ minute }) => minute));
  if (minutes.size > 1) {
    throw new InvalidError(
      `${
        times.map(clockOf).join(" and ")
      } have different minutes. Make an automation for each, or use the same minute.`,
    );
  }
  const cron = [
    first.minute,
    times.map(({ hour }) => hour).join(","),
    dayOfMonth === "-1" ? "L" : dayOfMonth ?? "*",
    "*",
    days === undefined ? "*" : days === WORKDAYS ? "MON-FRI" : days.split(",").map(cronDay).join(","),
  ].join(" ");
  const objection = objectionToCron(cron);
  if (objection !== null) throw new InvalidError(`"${repeat.text}" cannot be a schedule: ${objection}.`);
  return { kind: "schedule", cron, timezone };
}

/** Returns a day of a rule as cron writes it: MO as MON, 2TU as TUE#2, -1FR as FRI#L. */
function cronDay(day: string): string {
  const [, nth = "", code = ""] = /^(-?\d*)([A-Z]{2})$/.exec(day)!;
  const name = CRON_DAYS[code]!;
  return nth === "" ? name : `${name}#${nth === "-1" ? "L" : nth}`;
}

function firstMoment(repeat: DayRepeat, time: ClockTime, timezone: string, now: Date): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)
    .toPlainDate();
  for (let ahead = 0; ahead < MAX_AHEAD_DAYS; ahead++) {
    const date = today.add({ days: ahead });
    if (!repeat.fits(date.toString())) continue;
    const at = date.toZonedDateTime({ timeZone: timezone, plainTime: clockOf(time) }).epochMilliseconds;
    if (at > now.getTime()) return new Date(at).toISOString();
  }
  throw new InvalidError(`No day fits "${repeat.text}".`);
}
