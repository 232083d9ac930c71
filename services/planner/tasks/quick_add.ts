import { InvalidError } from "../../kernel/errors.ts";
import { datesIn, twoReadingsIn } from "../date_words.ts";
import { placeInZone, wallSeconds } from "../ics/wall.ts";
import { dayIn } from "../range.ts";
import type { UpdateTaskInput } from "./schemas.ts";

/** One thing that was understood in the words, and its position. */
export type ReadWord = { field: string; text: string; start: number; value: unknown };

const DAYS: Readonly<Record<string, string>> = {
  monday: "MO",
  tuesday: "TU",
  wednesday: "WE",
  thursday: "TH",
  friday: "FR",
  saturday: "SA",
  sunday: "SU",
};
const UNITS: Readonly<Record<string, string>> = {
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  year: "YEARLY",
};
/** Words for a repetition, such as `every 2 weeks` and `every friday`. */
export const REPEAT =
  /\bevery (?:(\d{1,3}) )?(day|week|month|year|weekday|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b/i;
const TWO_READINGS = /\b(\d{1,2})[/.-](\d{1,2})(?:[/.-]\d{2,4})?\b/;

/**
 * Parses a task in words: a date and a time, `#tag`, `!1` to `!9`, `@person`, `30m` or `2h`, and `every week`. The rest is the
 * title. Throws `InvalidError` for an ambiguous date.
 */
export async function readQuickAdd(
  text: string,
  now: Date,
  zone: string,
): Promise<{ fields: UpdateTaskInput & { title: string }; parsed: ReadWord[] }> {
  const parsed: ReadWord[] = [];
  let left = text;
  const take = (pattern: RegExp, field: string, valueOf: (match: RegExpExecArray) => unknown) => {
    for (let match = pattern.exec(left); match; match = pattern.exec(left)) {
      parsed.push({
        field,
        text: match[0].trim(),
        start: match.index + match[0].search(/\S/),
        value: valueOf(match),
      });
      left = left.slice(0, match.index) + " ".repeat(match[0].length) +
        left.slice(match.index + match[0].length);
      if (field !== "tags" && field !== "people") break;
    }
  };
  take(/(?:^|\s)#([\p{L}\p{N}_/-]+)/u, "tags", ([, tag]) => tag);
  take(/(?:^|\s)@([\p{L}\p{N}._+-]+(?:@[\p{L}\p{N}.-]+)?)/u, "people", ([, person]) => person);
  take(/(?:^|\s)!([1-9])(?=\s|$)/, "priority", ([, priority]) => Number(priority));
  take(
    /(?:^|\s)(?:(\d{1,2})h)?(?:(\d{1,3})m(?:in)?)?(?<=[hmn])(?=\s|$)/,
    "estimateMinutes",
    ([, hours, minutes]) => Number(hours ?? 0) * 60 + Number(minutes ?? 0),
  );
  take(REPEAT, "rrule", ([, count, unit]) => ruleOf(count, unit!.toLowerCase()));
  const date = await readDate(left, parsed, now, zone);
  if (date) {
    left = left.slice(0, date.start) + " ".repeat(date.text.length) +
      left.slice(date.start + date.text.length);
  }
  const title = left.replaceAll(/\s+/g, " ").replace(/\s(?:on|at|by|due)$/i, "").trim();
  if (title === "") throw new InvalidError(`"${text}" has no words left for a title.`);
  const all = (field: string) =>
    parsed.filter((each) => each.field === field).map(({ value }) => value as string);
  const one = (field: string) => parsed.find((each) => each.field === field)?.value;
  return {
    fields: {
      title,
      ...(all("tags").length > 0 && { tags: all("tags") }),
      ...(all("people").length > 0 && { people: all("people") }),
      ...Object.fromEntries(
        ["priority", "estimateMinutes", "rrule", "due"].flatMap((field) => {
          const value = one(field);
          return value === undefined ? [] : [[field, value]];
        }),
      ),
    },
    parsed: parsed.sort((a, b) => a.start - b.start),
  };
}

/** Returns the rule for such words. */
export function ruleOf(count: string | undefined, unit: string): string {
  if (unit === "weekday") return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";
  const interval = count === undefined ? "" : `;INTERVAL=${Number(count)}`;
  return DAYS[unit] ? `FREQ=WEEKLY${interval};BYDAY=${DAYS[unit]}` : `FREQ=${UNITS[unit]}${interval}`;
}

async function readDate(text: string, parsed: ReadWord[], now: Date, zone: string): Promise<ReadWord | null> {
  const whole = twoReadingsIn(text, TWO_READINGS);
  if (whole !== null) {
    throw new InvalidError(
      `"${whole}" can be read as two dates. Write it like 2026-01-31, or with the month's name.`,
    );
  }
  const dates = await datesIn(text, now, zone);
  if (dates.length > 1) {
    const words = dates.map((each) => `"${each.text}"`).join(" and ");
    throw new InvalidError(`${words} are both dates. Give only one, or set \`due\`.`);
  }
  const [date] = dates;
  if (!date) return firstOfRule(parsed, now, zone);
  const value = date.hasTime
    ? {
      at: new Date(placeInZone(wallSeconds(date.start), zone).seconds * 1000).toISOString(),
      timeZone: zone,
    }
    : { date: date.start.slice(0, 10) };
  const word = { field: "due", text: date.text, start: date.index, value };
  parsed.push(word);
  return word;
}

/** A repeating task without a date begins today. */
function firstOfRule(parsed: ReadWord[], now: Date, zone: string): null {
  const rule = parsed.find(({ field }) => field === "rrule");
  if (rule) {
    parsed.push({ ...rule, field: "due", value: { date: dayIn(Math.floor(now.getTime() / 1000), zone) } });
  }
  return null;
}
