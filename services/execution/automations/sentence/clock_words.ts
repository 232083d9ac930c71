import { InvalidError } from "../../../ground/kernel/errors.ts";
import { keysOf } from "../../../../store/shared/records.ts";
import type { WordsLeft } from "./words_left.ts";

/** A time of the day. */
export type ClockTime = { hour: number; minute: number };

const ONE = String.raw`(?:\d{1,2}(?::\d{2})?\s*(?:am|pm|o'clock|h)?|noon|midday|midnight)(?![\w:])`;
const TIMES = new RegExp(String.raw`\bat\s+${ONE}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:at\s+)?${ONE})*`, "i");
const NAMES: Readonly<Record<string, ClockTime>> = {
  noon: { hour: 12, minute: 0 },
  midday: { hour: 12, minute: 0 },
  midnight: { hour: 0, minute: 0 },
};

/** Returns a time of the day such as "09:05". */
export const clockOf = ({ hour, minute }: ClockTime): string =>
  `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;

/** A part of the day, which says what half of it an hour is in. */
type PartOfDay = "morning" | "evening" | "night";

const HOURS: Readonly<Record<PartOfDay, (hour: number) => boolean>> = {
  morning: (hour) => hour > 0 && hour < 12,
  evening: (hour) => hour >= 16,
  night: (hour) => hour >= 18 || hour < 6,
};

/** Returns the part of the day that words such as "every evening" and "nightly" name, or null. */
export function partOfDayIn(text: string): PartOfDay | null {
  const found = /\bevery\s+(morning|evening|night)\b|\bnightly\b/i.exec(text);
  const named = found?.[1]?.toLowerCase() ?? "night";
  return found && (keysOf(HOURS).find((part) => part === named) ?? null);
}

/**
 * Takes the times of the day that a sentence names, the earliest first. Throws `InvalidError` for one that is none, or that is not
 * in the part of the day.
 */
export function takeTimes(words: WordsLeft, part: PartOfDay | null): ClockTime[] {
  const match = TIMES.exec(words.left);
  if (!match) return [];
  const times = [...match[0].matchAll(new RegExp(ONE, "gi"))].map(([text]) => readTime(text, part));
  const sorted = times.sort((a, b) => a.hour - b.hour || a.minute - b.minute);
  words.cut(match.index, match[0], sorted.map(clockOf).join(", "));
  return sorted;
}

function readTime(text: string, part: PartOfDay | null): ClockTime {
  const { minute, hours } = hoursOf(text);
  const hour = part === null ? hours[0] : hours.find(HOURS[part]);
  if (hour !== undefined) return { hour, minute };
  throw new InvalidError(
    `"${text.trim()}" is not in the ${part}. Write "every day at ${text.trim()}", or another time.`,
  );
}

/** Returns the hours that a time may mean, first of all what it says. */
function hoursOf(text: string): { minute: number; hours: number[] } {
  const named = NAMES[text.trim().toLowerCase()];
  if (named) return { minute: named.minute, hours: [named.hour] };
  const [, hours = "", minutes = "0", half] = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?/i.exec(text)!;
  const [said, minute] = [Number(hours), Number(minutes)];
  const isHalf = half !== undefined;
  if (minute > 59 || said > 23 || (isHalf && (said < 1 || said > 12))) {
    throw new InvalidError(`"${text.trim()}" is not a time of the day. Write one such as 9:30 or 17:00.`);
  }
  if (isHalf) return { minute, hours: [said % 12 + (half.toLowerCase() === "pm" ? 12 : 0)] };
  return {
    minute,
    hours: said < 1 || said > 12 || hours.startsWith("0") ? [said] : [said, (said + 12) % 24],
  };
}
