import { InvalidError } from "../../ground/kernel/errors.ts";
import { wallOf } from "../icalendar/wall.ts";

/** A day, a time of day, or both, as written in figures. */
export type WrittenDate = {
  index: number;
  text: string;
  day: string | null;
  /** Such as `09:30:00`. */
  time: string | null;
  /** Minutes from UTC; null for local time. */
  offset: number | null;
};

/** The figures of a text that are dates, and the text without any figures that could only look like one. */
type Figures = { dates: WrittenDate[]; left: string };

// A part of a word, a path, a version or an amount is not a date.
const BEGIN = String.raw`(?<![\p{L}\p{N}_/.:,#$€£+-]|\p{L}['’])`;
const END = String.raw`(?![\p{L}\p{N}_/:%+-]|[.,]\p{N}|['’]\p{L})`;
const CLOCK = String.raw`([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d{1,9})?)?`;
const OFFSET = String.raw`Z|UTC|GMT|[+-](?:0\d|1[0-4]):?[0-5]\d`;
const pattern = (middle: string) => new RegExp(BEGIN + middle + END, "giu");

const ISO = pattern(
  String
    .raw`((?:19|20|21)\d{2})([-/])(\d{1,2})\2(\d{1,2})(?:(?:T|,?\s+(?:at\s+)?)${CLOCK}(?:\s?(${OFFSET}))?)?`,
);
const DAY_FIRST_OR_MONTH_FIRST = pattern(
  String.raw`(\d{1,2})(?:(/)(\d{1,2})(?:/(\d{4}|\d{2}))?|([.-])(\d{1,2})\5(\d{4}))`,
);
const TIME_WITH_OFFSET = pattern(String.raw`${CLOCK}\s?(${OFFSET})`);
const HOURS = pattern(String.raw`(?<=\b(?:at|by|from|until|till)\s{1,3})([01]?\d|2[0-3])h([0-5]\d)?`);
const AMOUNT = pattern(String.raw`(?:\p{N}+(?:[.,/]\p{N}+)+|\p{N}+(?:-\p{N}+){2,})(?!\s?[ap]\.?m)`);

/**
 * Returns the dates that a text has in figures. Throws `InvalidError` for one that America and Europe read differently, and for
 * a day that does not exist.
 */
export function writtenDates(text: string, today: string): Figures {
  const dates: WrittenDate[] = [];
  let left = text;
  const take = (figures: RegExp, read: (found: RegExpExecArray) => Partial<WrittenDate> | null) => {
    for (const found of left.matchAll(figures)) {
      const said = read(found);
      if (said === null) continue;
      dates.push({ index: found.index, text: found[0], day: null, time: null, offset: null, ...said });
      left = hide(left, found.index, found[0].length);
    }
  };
  take(ISO, ([whole, year, , month, day, hour, minute, second, offset]) => {
    if (!isLikeDay(month!, day!)) return null;
    return {
      day: requireDay(whole, [year!, month!, day!]),
      time: hour === undefined ? null : clock(hour, minute!, second),
      offset: minutesOf(offset),
    };
  });
  take(DAY_FIRST_OR_MONTH_FIRST, ([whole, one, , other, year, , another, fourDigits]) => {
    const said = year ?? fourDigits;
    const [first, second] = [Number(one), Number(other ?? another)];
    if (Math.max(first, second) > 31 || Math.min(first, second) > 12 || Math.min(first, second) < 1) {
      return null;
    }
    if (whole === "24/7") return null;
    if (first <= 12 && second <= 12 && first !== second) {
      throw new InvalidError(
        `"${whole}" can be read as two dates. Write it like 2026-01-31, or with the month's name.`,
      );
    }
    const [month, day] = first > 12 ? [second, first] : [first, second];
    if (said !== undefined) {
      return { day: requireDay(whole, [said.length === 2 ? `20${said}` : said, String(month), String(day)]) };
    }
    const years = [0, 1, 2, 3, 4].map((more) => String(Number(today.slice(0, 4)) + more));
    return {
      day: years.map((each) => dayOf(each, month, day)).find((each) => each !== null && each >= today)!,
    };
  });
  take(HOURS, ([, hour, minute = "0"]) => ({ time: clock(hour!, minute, undefined) }));
  take(TIME_WITH_OFFSET, ([, hour, minute, second, offset]) => ({
    time: clock(hour!, minute!, second),
    offset: minutesOf(offset),
  }));
  for (const { index, 0: amount } of left.matchAll(AMOUNT)) left = hide(left, index, amount.length);
  return { dates: dates.sort((a, b) => a.index - b.index), left };
}

/** Returns a text with a part of it made unreadable, at the same length. */
export const hide = (text: string, index: number, length: number): string =>
  text.slice(0, index) + "_".repeat(length) + text.slice(index + length);

const isLikeDay = (month: string, day: string): boolean =>
  Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;

const clock = (hour: string, minute: string, second: string | undefined): string =>
  [hour, minute, second ?? "0"].map((each) => each.padStart(2, "0")).join(":");

function minutesOf(offset: string | undefined): number | null {
  if (offset === undefined) return null;
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(offset) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

function requireDay(whole: string, [year, month, day]: [string, string, string]): string {
  const found = dayOf(year, Number(month), Number(day));
  if (found === null) {
    throw new InvalidError(`"${whole}" is not a day of the calendar. Write one that exists.`);
  }
  return found;
}

function dayOf(year: string, month: number, day: number): string | null {
  const date = wallOf(Date.UTC(Number(year), month - 1, day) / 1000).slice(0, 10);
  return date === `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}` ? date : null;
}
