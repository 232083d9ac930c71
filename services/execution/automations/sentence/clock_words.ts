import { InvalidError } from "../../../ground/kernel/errors.ts";
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

/** Takes the times of the day that a sentence names, the earliest first. Throws `InvalidError` for one that is none. */
export function takeTimes(words: WordsLeft): ClockTime[] {
  const match = TIMES.exec(words.left);
  if (!match) return [];
  const times = [...match[0].matchAll(new RegExp(ONE, "gi"))].map(([text]) => readTime(text));
  const sorted = times.sort((a, b) => a.hour - b.hour || a.minute - b.minute);
  words.cut(match.index, match[0], sorted.map(clockOf).join(", "));
  return sorted;
}

function readTime(text: string): ClockTime {
  const named = NAMES[text.trim().toLowerCase()];
  if (named) return named;
  const [, hours = "", minutes = "0", half] = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?/i.exec(text)!;
  const [said, minute] = [Number(hours), Number(minutes)];
  const isHalf = half !== undefined;
  if (minute > 59 || said > 23 || (isHalf && (said < 1 || said > 12))) {
    throw new InvalidError(`"${text.trim()}" is not a time of the day. Write one such as 9:30 or 17:00.`);
  }
  return { hour: isHalf ? said % 12 + (half.toLowerCase() === "pm" ? 12 : 0) : said, minute };
}
