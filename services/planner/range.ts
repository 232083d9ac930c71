import { InvalidError } from "../kernel/errors.ts";
import { placeInZone, wallInZone, wallOf, wallSeconds } from "./ics/wall.ts";
import { windowAt } from "./sources/window.ts";

/** A span of time in seconds since 1970; the end is not part of it. */
export type Range = { from: number; to: number };

/** The moment at which a day begins in a zone; seconds. */
export const startOfDay = (date: string, zone: string): number =>
  placeInZone(wallSeconds(date), zone).seconds;

/** The day that a moment falls on in a zone. */
export const dayIn = (seconds: number, zone: string): string =>
  wallOf(wallInZone(seconds, zone)).slice(0, 10);

/** The day after so many days. */
export const dayAfter = (date: string, days = 1): string =>
  wallOf(wallSeconds(date) + days * 86_400).slice(0, 10);

/** A moment of an input: a date is its first moment in the planner's zone. */
export const secondsAt = (text: string, zone: string): number =>
  text.length === 10 ? startOfDay(text, zone) : Math.floor(Date.parse(text) / 1000);

type Asked = { from?: string | undefined; to?: string | undefined };

/**
 * The range of an input; a date as its end counts whole. Throws `InvalidError` where it ends before it begins, or goes beyond
 * what was computed: an answer would leave out what is there.
 */
export function rangeOf({ from, to }: Asked, zone: string, usual: Range, now: Date): Range {
  const range = {
    from: from === undefined ? usual.from : secondsAt(from, zone),
    to: to === undefined
      ? Math.max(usual.to, from === undefined ? 0 : secondsAt(from, zone))
      : secondsAt(to.length === 10 ? dayAfter(to) : to, zone),
  };
  if (range.to < range.from) {
    throw new InvalidError(`to is ${to}, which is before from${from ? `, ${from}` : ""}.`);
  }
  const known = windowAt(now);
  if (range.from < known.from || range.to > known.to) {
    const [first, last] = [known.from, known.to].map((each) => wallOf(each).slice(0, 10));
    throw new InvalidError(`Occurrences are known from ${first} to ${last}. Ask for a range within.`);
  }
  return range;
}

/** Seconds as RFC 3339. */
export const timeAt = (seconds: number): string => new Date(seconds * 1000).toISOString();
