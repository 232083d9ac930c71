import { InvalidError } from "../../ground/kernel/errors.ts";

// A part of a word, a path, a version or an amount is not a day.
const BEGIN = String.raw`(?<![\p{L}\p{N}_/.:,#$€£+-])`;
const END = String.raw`(?![\p{L}\p{N}_/:%+-])`;
const [FEBRUARY, OF_30_DAYS] = ["feb(?:ruary)?", "(?:apr(?:il)?|june?|sept?(?:ember)?|nov(?:ember)?)"];
const MONTH =
  `(?:jan(?:uary)?|${FEBRUARY}|mar(?:ch)?|may|july?|aug(?:ust)?|oct(?:ober)?|dec(?:ember)?|${OF_30_DAYS})`;
const MISSING = [["3[01]", FEBRUARY], ["31", OF_30_DAYS]].flatMap(([day, month]) => [
  String.raw`${day}(?:st|th)?\.?\s+(?:of\s+)?${month}`,
  String.raw`${month}\s+(?:the\s+)?${day}(?:st|th)?`,
]);

const NO_DAY = new RegExp(`${BEGIN}(?:${MISSING.join("|")})${END}`, "iu");
const STOP = new RegExp(String.raw`${BEGIN}(\d{1,2})\.(?=\s+${MONTH}${END})`, "giu");

/** Words after which figures are a day or a time, and not an amount. */
const LEADING = String.raw`(?<=\b(?:at|by|on|due|until|till|before)\s{1,3})`;
const OVER_31 = `(?:3[2-9]|[4-9]\\d)(?:st|nd|rd|th)?\\.?`;
const NEVER = new RegExp(
  `${LEADING}(?:${OVER_31}\\s+(?:of\\s+)?${MONTH}|(?:19|20|21)\\d{2}-(?:\\d{2}-(?:3[2-9]|[4-9]\\d|00)|(?:1[3-9]|[2-9]\\d|00)-\\d{2}))${END}`,
  "iu",
);
const NO_TIME = new RegExp(
  `${LEADING}(?:(?:2[4-9]|[3-9]\\d|\\d{3}):\\d{2}|\\d{1,2}:[6-9]\\d)(?::\\d{2})?${END}`,
  "iu",
);

/** Throws `InvalidError` for a day that no month, or not its month, has, such as `31 Feb`, which chrono passes over. */
export function requireDays(text: string): void {
  const [found] = NO_DAY.exec(text) ?? NEVER.exec(text) ?? [];
  if (found) throw new InvalidError(`"${found}" is not a day of the calendar. Write one that exists.`);
}

/** Throws `InvalidError` for a time that no day has, such as `at 25:00`, which would be left among other words. */
export function requireTimes(text: string): void {
  const [found] = NO_TIME.exec(text) ?? [];
  if (found) throw new InvalidError(`"${found}" is not a time of day. Write one from 00:00 to 23:59.`);
}

/** Returns a text, at the same length, without the full stop of `15. April`, which chrono takes for an hour. */
export const withoutStops = (text: string): string => text.replace(STOP, "$1 ");
