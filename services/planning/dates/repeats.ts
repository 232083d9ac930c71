import { InvalidError } from "../../ground/kernel/errors.ts";
import { dayAfter } from "./range.ts";

/** A repetition in words: its rule, and whether a day is one of its days. */
export type Repeat = { index: number; text: string; rrule: string; fits: (day: string) => boolean };

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const UNITS: Readonly<Record<string, string>> = {
  da: "DAILY",
  we: "WEEKLY",
  mo: "MONTHLY",
  ye: "YEARLY",
};

const DAY =
  "(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?";
const SPAN = String.raw`${DAY}\s*(?:-|–|\bto\b|\bthrough\b)\s*${DAY}`;
const DAYS = String.raw`(?:${SPAN}|${DAY}(?:(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s*&\s*)${DAY})*)`;
const NTH = "(?:[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)|first|second|third|fourth|fifth|last";
const EVERY = "every";
const OF_MONTH = String.raw`of\s+(?:the|every|each)\s+month`;
const STEP = String.raw`(?:(?<step>other|\d{1,3})\s+)?`;

const FORMS = [
  String.raw`${EVERY}\s+${STEP}months?\s+on\s+the\s+(?<nth>${NTH})(?:\s+(?<nthDay>${DAY}|day))?`,
  String.raw`monthly\s+on\s+the\s+(?<nth>${NTH})(?:\s+(?<nthDay>${DAY}|day))?`,
  String.raw`(?:on\s+)?(?:the|every|each)\s+(?<nth>${NTH})(?:\s+(?<nthDay>${DAY}|day))?\s+${OF_MONTH}`,
  String.raw`${EVERY}\s+${STEP}weeks?\s+on\s+(?<days>${DAYS})`,
  String.raw`weekly\s+on\s+(?<days>${DAYS})`,
  String.raw`${EVERY}\s+(?<days>weekday|workday|weekend)s?`,
  String.raw`${EVERY}\s+(?<which>2nd|second|3rd|third|4th|fourth|5th|fifth|last|1st|first)\s+(?<day>${DAY})`,
  String.raw`${EVERY}\s+${STEP}(?<days>${DAYS})`,
  String.raw`(?<days>${SPAN})(?=,?\s+(?:at\s+\d|\d{1,2}(?::\d\d|\s?[ap]m)))`,
  String.raw`${EVERY}\s+${STEP}(?<unit>day|week|month|year)s?`,
  String.raw`(?<unit>dai|week|month|year)ly(?=\s+at\s+\d)`,
].map((form) => new RegExp(String.raw`(?<![\p{L}\p{N}_#@/'’-])${form}(?![\p{L}\p{N}_/-]|['’]\p{L})`, "iu"));

/** Returns the repetition that a text has. Throws `InvalidError` for one that can be read in two ways. */
export function repeatIn(text: string): Repeat | null {
  for (const form of FORMS) {
    const found = form.exec(text);
    if (!found) continue;
    const said = found.groups!;
    if (said.which !== undefined) refuse(found[0], said);
    if (Number(said.step ?? 1) === 0) {
      throw new InvalidError(`"${found[0]}" does not repeat anything. Write "every day", or another number.`);
    }
    return { index: found.index, text: found[0], ...ruleOf(said) };
  }
  return null;
}

function refuse(words: string, { which, day }: Record<string, string | undefined>): never {
  throw new InvalidError(
    `"${words}" can be read in two ways. Write "the ${which} ${day} of every month", or "every other ${day}".`,
  );
}

type Rule = Pick<Repeat, "rrule" | "fits">;

function ruleOf({ step, nth, nthDay, days, unit }: Record<string, string | undefined>): Rule {
  const interval = step === undefined ? "" : `;INTERVAL=${step.toLowerCase() === "other" ? 2 : Number(step)}`;
  if (nth !== undefined) return ofMonth(numberOf(nth), nthDay, interval);
  if (days !== undefined) {
    const codes = daysOf(days.toLowerCase());
    return {
      rrule: `FREQ=WEEKLY${interval};BYDAY=${codes.join(",")}`,
      fits: (day) => codes.includes(codeOf(day)),
    };
  }
  return { rrule: `FREQ=${UNITS[unit!.slice(0, 2).toLowerCase()]}${interval}`, fits: () => true };
}

function ofMonth(nth: number, day: string | undefined, interval: string): Rule {
  if (day === undefined || day.toLowerCase() === "day") {
    return {
      rrule: `FREQ=MONTHLY${interval};BYMONTHDAY=${nth}`,
      fits: (each) => nth === -1 ? isLast(each, 1) : Number(each.slice(8)) === nth,
    };
  }
  const code = codeOfName(day);
  return {
    rrule: `FREQ=MONTHLY${interval};BYDAY=${nth}${code}`,
    fits: (each) =>
      codeOf(each) === code &&
      (nth === -1 ? isLast(each, 7) : Math.ceil(Number(each.slice(8)) / 7) === nth),
  };
}

const NUMBERS = ["first", "second", "third", "fourth", "fifth"];

const numberOf = (nth: string): number =>
  nth.toLowerCase() === "last" ? -1 : NUMBERS.indexOf(nth.toLowerCase()) + 1 || parseInt(nth);

const codeOfName = (name: string): string => name.slice(0, 2).toUpperCase();

const codeOf = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]!;

/** Whether a month ends within that many days after a day. */
const isLast = (day: string, days: number): boolean => dayAfter(day, days).slice(5, 7) !== day.slice(5, 7);

function daysOf(words: string): string[] {
  if (words === "weekday" || words === "workday") return ["MO", "TU", "WE", "TH", "FR"];
  if (words === "weekend") return ["SA", "SU"];
  const named = [...words.matchAll(new RegExp(DAY, "g"))].map(([name]) => codeOfName(name));
  if (!new RegExp(`^${SPAN}$`).test(words)) return [...new Set(named)];
  const [first = 0, last = 0] = named.map((code) => WEEKDAYS.indexOf(code));
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => WEEKDAYS[(first + i) % 7]!);
}
