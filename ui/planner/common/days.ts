import { WEEKDAYS } from "../../../store/shared/enumerations.ts";
import { DAY, MINUTE, SECOND } from "../../../store/shared/durations.ts";

/** A local time in a time zone: a date, and minutes since its midnight. */
type LocalTime = { date: string; minutes: number };

/** The minutes of a day. */
export const DAY_MINUTES = 24 * 60;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the local date and time in a zone at a moment, given in milliseconds. */
export function wallAt(at: number, timeZone: string): LocalTime {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

const utc = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Returns the last second of a date in a zone, in milliseconds. */
export function endOfDay(date: string, timeZone: string): number {
  const end = utc(date) + DAY - SECOND;
  /** How far the clocks of the zone are ahead of UTC. */
  const offsetAt = (at: number) => {
    const wall = wallAt(at, timeZone);
    return utc(wall.date) + wall.minutes * MINUTE - Math.floor(at / MINUTE) * MINUTE;
  };
  return end - offsetAt(end - offsetAt(end));
}

/** Returns a date plus a number of days. */
export const addDays = (date: string, days: number): string =>
  new Date(utc(date) + days * DAY).toISOString().slice(0, 10);

/** Reports whether a text is a date that exists. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(utc(text)) && addDays(text, 0) === text;

/** Returns a date plus a number of months, at most the last day of that month. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** Returns the day of the week, as settings name it. */
export const weekdayOf = (date: string) => WEEKDAYS[(new Date(utc(date)).getUTCDay() + 6) % 7]!;

/** Returns the first day of the week of a date. */
export function weekStartOf(date: string, weekStart: string): string {
  const days = (WEEKDAYS.indexOf(weekdayOf(date)) - WEEKDAYS.findIndex((day) => day === weekStart) + 7) % 7;
  return addDays(date, -days);
}

/** Returns the days between two dates, both included. */
export const daysFrom = (first: string, last: string): string[] =>
  Array.from({ length: Math.round((utc(last) - utc(first)) / DAY) + 1 }, (_, i) => addDays(first, i));

const format = (options: Intl.DateTimeFormatOptions) => {
  const words = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
  return (date: string): string => words.format(utc(date));
};

/** Returns a date such as "Mon 2 Mar". */
export const shortDay = format({ weekday: "short", day: "numeric", month: "short" });

/** Returns a date such as "Mon, 2 Mar 2026", as moments are written. */
export const mediumDay = format({ weekday: "short", day: "numeric", month: "short", year: "numeric" });

/** Returns a date such as "Monday, 2 March 2026". */
export const longDay = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** Returns a month such as "March 2026". */
export const monthName = format({ month: "long", year: "numeric" });

/** Returns a day of the week such as "Mon". */
export const weekdayName = format({ weekday: "short" });

/** Returns minutes of a day as a time such as "09:05". */
export const clockWords = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
