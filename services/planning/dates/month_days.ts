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

/** Throws `InvalidError` for a day that its month does not have, such as `31 Feb`, which chrono passes over. */
export function requireDays(text: string): void {
  const [found] = NO_DAY.exec(text) ?? [];
  if (found) throw new InvalidError(`"${found}" is not a day of the calendar. Write one that exists.`);
}

/** Returns a text, at the same length, without the full stop of `15. April`, which chrono takes for an hour. */
export const withoutStops = (text: string): string => text.replace(STOP, "$1 ");
