import type { ParsedResult } from "chrono-node/en";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { PACKAGES } from "../../ground/kernel/packages.later.ts";
import { placeInZone, wallInZone, wallOf, wallSeconds } from "../icalendar/wall.ts";
import { type WrittenDate, writtenDates } from "./exact_dates.ts";
import { requireDays, requireTimes, withoutStops } from "./month_days.ts";

/** Words of a date, and where they stand. */
export type DateWords = { index: number; text: string };

/** A date in words or figures, and its local time in the planner's zone. */
export type SaidDate = DateWords & {
  /** Its words: two pieces where a day and its time stand apart. */
  spans: DateWords[];
  start: string;
  end: string | null;
  /** The moment, where its difference to UTC was given. */
  at: string | null;
  hasDay: boolean;
  hasTime: boolean;
  /** The month, where no day of it was named: `2026-05`. */
  month: string | null;
};

/** A text is read up to here; no input of the planner with dates is longer. */
const MAX_CHARACTERS = 2_000;

const WORD = /[\p{L}\p{N}_]/u;
/** All words of a date; `half money` is not half a month. */
const KNOWN = new Set(
  `mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday jan january feb february
  mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december today tonight
  tomorrow tmr tmrw yesterday noon midday midnight morning afternoon evening night weekend sec second seconds min mins minute
  minutes h hr hrs hour hours day days week weeks month months quarter quarters year years in within about from to until till
  through and on at of the this next last past previous coming following after before ago later now hence end am pm a p m an
  st nd rd th one two three four five six seven eight nine ten eleven twelve few couple several half o clock utc gmt`
    .split(/\s+/),
);
const LENGTH_OF_TIME = /\b(?:sec(?:ond)?|min(?:ute)?|hour|h|day|week|month|quarter|year)s?$/i;
const COUNTED = /\b(?:in|within|later|ago|after|before|last|past|previous|next|this|coming|end of)\b/i;
/** Days that are also other words, as a person writes them: in lower case, or at the beginning of a sentence. */
const OTHER_WORD = /^(?:sun|sat|wed)$/;
const BARE_HOUR = /\bat \d{1,2}$/i;
const AFTER_HOUR = /^\s*(?:$|[,;.!?)]|(?:with|for|in|on|to|and|by|from|about|sharp)\b)/i;
const ZONE_NAME = /\s(?!(?:AM|PM|UTC|GMT)$)([A-Z]{2,5})$/;

/**
 * Returns the dates of a text, relative to a moment. A day that could be past or future is today or future, and what is not clearly
 * a date is none. Throws `InvalidError` for one that can be read in two ways.
 */
export async function datesIn(text: string, now: Date, zone: string): Promise<SaidDate[]> {
  requireDays(text);
  requireTimes(text);
  const wall = wallOf(wallInZone(Math.floor(now.getTime() / 1000), zone));
  const { dates, left } = writtenDates(text.slice(0, MAX_CHARACTERS), wall.slice(0, 10));
  const said = [...dates.map((each) => ofFigures(each, wall)), ...await inWords(left, wall)]
    .sort((a, b) => a.index - b.index);
  return joined(text, said).map((each) => placed(each, { wall, zone }));
}

type Part = Omit<SaidDate, "at"> & { offset: number | null };

function ofFigures({ index, text, day, time, offset }: WrittenDate, wall: string): Part {
  const today = wall.slice(0, 10);
  return {
    index,
    text,
    spans: [{ index, text }],
    start: `${day ?? today}T${time ?? "12:00:00"}`,
    end: null,
    hasDay: day !== null,
    hasTime: time !== null,
    month: null,
    offset,
  };
}

async function inWords(text: string, wall: string): Promise<Part[]> {
  const { casual } = await PACKAGES.chrono();
  const forwardDate = !/\b(?:last|past|previous)\b/i.test(text);
  const found = casual.parse(withoutStops(text), { instant: new Date(`${wall}Z`), timezone: 0 }, {
    forwardDate,
  });
  const asWritten = (each: ParsedResult) => text.slice(each.index, each.index + each.text.length);
  return found.filter((each) => isDate(text, each)).map((each) => ofWords(each, asWritten(each), wall));
}

/** Whether words are a date by themselves: not a part of a word, a length of time, or a name that is also a day. */
function isDate(text: string, { index, text: words, start }: ParsedResult): boolean {
  const before = text[index - 1] ?? " ";
  const after = text.slice(index + words.length);
  if (WORD.test(before) || /[/.@#:'’-]/.test(before)) return false;
  if (/^(?:[\p{L}\p{N}_/@:]|['’]\p{L}|-\p{L}|[.,]\p{N})/u.test(after)) return false;
  if (words.includes("_")) return false;
  if (LENGTH_OF_TIME.test(words) && !COUNTED.test(words)) return false;
  if (BARE_HOUR.test(words) && !AFTER_HOUR.test(after)) return false;
  const all = words.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isFirst = text.slice(0, index).trim() === "";
  if (OTHER_WORD.test(isFirst ? words.toLowerCase() : words)) return false;
  const [name] = ZONE_NAME.exec(words) ?? [];
  if (name && start.isCertain("timezoneOffset")) {
    throw new InvalidError(
      `"${words}" names a time zone that can mean several. Write the difference to UTC, such as 15:00+01:00.`,
    );
  }
  if (!all.every((word) => KNOWN.has(word))) return false;
  return start.isCertain("day") || start.isCertain("weekday") || start.isCertain("hour") ||
    (start.isCertain("month") && !/\bmonth$/i.test(words));
}

function ofWords({ index, start, end }: ParsedResult, text: string, wall: string): Part {
  const written = (of: typeof start) => {
    const [year, month, day, hour, minute, second] =
      (["year", "month", "day", "hour", "minute", "second"] as const).map((name) =>
        String(of.get(name) ?? 0).padStart(name === "year" ? 4 : 2, "0")
      );
    return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  };
  const hasDay = start.isCertain("day") || start.isCertain("weekday");
  const from = written(start);
  const hasTime = start.isCertain("hour");
  const back = stepBack(text, { from, hasTime, start }, wall);
  return {
    index,
    text,
    spans: [{ index, text }],
    start: back(from),
    end: end ? back(written(end)) : null,
    hasDay,
    hasTime,
    month: hasDay || hasTime ? null : monthOf(from, start, wall),
    offset: hasTime && /(?:UTC|GMT|[+-]\d\d:?\d\d)$/.test(text) ? start.get("timezoneOffset") ?? null : null,
  };
}

/** The month that it is now is not the one in a year. */
const monthOf = (from: string, start: ParsedResult["start"], wall: string): string =>
  !start.isCertain("year") && from.slice(5, 7) === wall.slice(5, 7) ? wall.slice(0, 7) : from.slice(0, 7);

/** A day without a year or a week that is today means today; chrono takes the next one in the afternoon. */
function stepBack(
  words: string,
  { from, hasTime, start }: { from: string; hasTime: boolean; start: ParsedResult["start"] },
  wall: string,
): (time: string) => string {
  const keep = (time: string) => time;
  if (start.isCertain("day") && !start.isCertain("year")) {
    const isToday = from.slice(5, 10) === wall.slice(5, 10) && from > wall;
    return isToday ? (time) => wall.slice(0, 4) + time.slice(4) : keep;
  }
  const isWeekLater = start.isCertain("weekday") && !start.isCertain("day") && !/\bnext\b/i.test(words) &&
    wallSeconds(from.slice(0, 10)) - wallSeconds(wall.slice(0, 10)) === 7 * 86_400;
  if (!isWeekLater || (hasTime && from.slice(11) <= wall.slice(11))) return keep;
  return (time) => wallOf(wallSeconds(time) - 7 * 86_400);
}

/** Joins a day and a time of day that stand apart, if there is one of each. */
function joined(text: string, parts: readonly Part[]): Part[] {
  const days = parts.filter(({ hasDay, hasTime }) => hasDay && !hasTime);
  const times = parts.filter(({ hasDay, hasTime }) => !hasDay && hasTime);
  const [day, time] = [days[0], times[0]];
  if (!day || !time || days.length > 1 || times.length > 1 || parts.length > 2 || day.end !== null) {
    return [...parts];
  }
  const onDay = (wall: string) => day.start.slice(0, 10) + wall.slice(10);
  const spans = [...day.spans, ...time.spans].sort((a, b) => a.index - b.index);
  const [first, last] = [spans[0]!, spans.at(-1)!];
  const between = text.slice(first.index + first.text.length, last.index);
  const isOne = /^[\s,]*(?:at|from)?\s*$/i.test(between);
  const whole = { index: first.index, text: text.slice(first.index, last.index + last.text.length) };
  return [{
    ...time,
    ...(isOne ? whole : { index: first.index, text: first.text }),
    spans: isOne ? [whole] : spans,
    start: onDay(time.start),
    end: time.end && onDay(time.end),
    hasDay: true,
  }];
}

/** Returns a date at its place in the planner's zone. A time of day that is over is the next day's. */
function placed({ offset, ...said }: Part, { wall, zone }: { wall: string; zone: string }): SaidDate {
  const moment = (time: string) => wallSeconds(time) - (offset ?? 0) * 60;
  const here = (time: string) => offset === null ? time : wallOf(wallInZone(moment(time), zone));
  const isOver = !said.hasDay && said.hasTime && here(said.start) < wall;
  const move = (time: string) => isOver ? wallOf(wallSeconds(time) + 86_400) : time;
  return {
    ...said,
    at: offset === null ? null : new Date(moment(move(said.start)) * 1000).toISOString(),
    start: here(move(said.start)),
    end: said.end && here(move(said.end)),
  };
}

/** Returns the moment of a date with a time, as RFC 3339. */
export const momentOf = ({ start, at }: Pick<SaidDate, "start" | "at">, zone: string): string =>
  at ?? new Date(placeInZone(wallSeconds(start), zone).seconds * 1000).toISOString();
