import { addDays, clockWords, DAY_MINUTES, wallAt } from "../common/days.ts";
import type { Block } from "./blocks.ts";

/** A place in the grid of hours: a day, and minutes since its midnight. */
export type GridPlace = { date: string; minutes: number };

/** When something begins, as local time in the planner's time zone, such as "2026-03-02T09:00"; and how long it takes. */
export type LocalSpan = { start: string; durationMinutes: number };

/** Times in the grid are multiples of this. */
export const STEP_MINUTES = 15;

/** How long an event is that is made by a click. */
const USUAL_MINUTES = 60;

/** Returns the nearest time of the grid that is on the day. */
export const snapped = (minutes: number): number =>
  Math.min(Math.max(Math.round(minutes / STEP_MINUTES) * STEP_MINUTES, 0), DAY_MINUTES - STEP_MINUTES);

const localTime = ({ date, minutes }: GridPlace): string => `${date}T${clockWords(minutes)}`;

/** Returns the span between where a pointer was pressed and where it was released, on the day where it was pressed. */
export function drawnSpan(pressed: GridPlace, released: GridPlace): LocalSpan {
  const [one, other] = [snapped(pressed.minutes), snapped(released.minutes)];
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  return {
    start: localTime({ date: pressed.date, minutes: from }),
    durationMinutes: from === to ? Math.min(USUAL_MINUTES, DAY_MINUTES - from) : to - from,
  };
}

const minutesOf = ({ start, end }: Block): number => Math.round((end - start) / 60_000);

/** Returns the span of a block as it is. */
export function spanOf(block: Block, timeZone: string): LocalSpan {
  const { date, minutes } = wallAt(block.start, timeZone);
  return { start: localTime({ date, minutes }), durationMinutes: minutesOf(block) };
}

/** Returns the span of a block that was pressed at one place and released at another; it is as long as before. */
export function movedSpan(
  block: Block,
  pressed: GridPlace,
  released: GridPlace,
  timeZone: string,
): LocalSpan {
  const { date, minutes } = wallAt(block.start, timeZone);
  const days = Math.round((Date.parse(released.date) - Date.parse(pressed.date)) / 86_400_000);
  const start = { date: addDays(date, days), minutes: snapped(minutes + released.minutes - pressed.minutes) };
  return { start: localTime(start), durationMinutes: minutesOf(block) };
}

/** Returns the span of a block whose end was released at another time of its last day. */
export function resizedSpan(block: Block, released: GridPlace, timeZone: string): LocalSpan {
  const { start } = spanOf(block, timeZone);
  const end = wallAt(block.end, timeZone);
  const later = snapped(released.minutes) - end.minutes;
  return { start, durationMinutes: Math.max(STEP_MINUTES, minutesOf(block) + later) };
}

/** Returns the part of a span on the day where it begins, for the grid. */
export function slotsOf({ start, durationMinutes }: LocalSpan): GridPlace & { to: number } {
  const minutes = Number(start.slice(11, 13)) * 60 + Number(start.slice(14, 16));
  return { date: start.slice(0, 10), minutes, to: Math.min(minutes + durationMinutes, DAY_MINUTES) };
}
