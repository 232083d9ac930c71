import { InvalidError } from "../../ground/kernel/errors.ts";
import { placeInZone, wallInZone, wallOf, wallSeconds } from "../icalendar/wall.ts";
import { windowAt } from "./window.ts";

/** A range of time in seconds since 1970; the end is exclusive. */
export type Range = { from: number; to: number };

/** Returns the moment at which a day begins in a zone, in seconds. */
export const startOfDay = (date: string, zone: string): number =>
  placeInZone(wallSeconds(date), zone).seconds;

/** Returns the day of a moment in a zone. */
export const dayIn = (seconds: number, zone: string): string =>
  wallOf(wallInZone(seconds, zone)).slice(0, 10);

/** The last day that a date can name. */
const LAST_DAY = wallSeconds("9999-12-31");

/** Returns the day that many days later; at most the last one that a date can name. */
export const dayAfter = (date: string, days = 1): string =>
  wallOf(Math.min(wallSeconds(date) + days * 86_400, LAST_DAY)).slice(0, 10);

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/** Returns a time of an input with its offset from UTC: without one it is a local time of the zone. A date stays a date. */
export function withOffset(text: string, zone: string): string {
  if (!LOCAL_TIME.test(text)) return text;
  return timeAt(placeInZone(wallSeconds(`${text}:00`.slice(0, 19)), zone).seconds);
}

/** Returns the moment of an input: a date is its first moment in the planner's zone. */
export const secondsAt = (text: string, zone: string): number =>
  text.length === 10 ? startOfDay(text, zone) : Math.floor(Date.parse(withOffset(text, zone)) / 1000);

/** Returns a moment as a local time for people, such as `2026-03-02 09:00`. */
export const clockAt = (seconds: number, zone: string): string =>
  wallOf(wallInZone(seconds, zone)).slice(0, 16).replace("T", " ");

type Asked = { from?: string | undefined; to?: string | undefined };

/**
 * Returns the range of an input; an end date includes the whole day. Throws `InvalidError` if it ends before it begins, or is
 * outside the computed window, where results would be incomplete.
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
  requireKnown(range, now);
  return range;
}

/** Throws `InvalidError` for a range that is not within the computed window. */
export function requireKnown({ from, to }: Range, now: Date): void {
  const known = windowAt(now);
  if (from >= known.from && from <= known.to && to <= known.to) return;
  const [first, last] = [known.from, known.to].map((each) => wallOf(each).slice(0, 10));
  throw new InvalidError(
    `Occurrences are known from ${first} to ${last}. Choose a range within that time.`,
  );
}

/** Returns seconds as RFC 3339. */
export const timeAt = (seconds: number): string => new Date(seconds * 1000).toISOString();
