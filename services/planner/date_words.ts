import { wallInZone, wallOf } from "./ics/wall.ts";

/** A date in words: its position, and its local time in the planner's zone. */
export type SaidDate = {
  text: string;
  index: number;
  start: string;
  end: string | null;
  hasDay: boolean;
  hasTime: boolean;
};

const TWO_READINGS = /\b(\d{1,2})[/.](\d{1,2})(?:[/.]\d{2,4})?\b/;

/** Returns a numeric date that differs between America and Europe; null without one. */
export function twoReadingsIn(text: string, figures = TWO_READINGS): string | null {
  const [whole, first, second] = figures.exec(text) ?? [];
  return whole !== undefined && Number(first) <= 12 && Number(second) <= 12 && first !== second
    ? whole
    : null;
}

/** Returns the dates in a text, relative to a moment. Days that could be past or future are future. */
export async function datesIn(text: string, now: Date, zone: string): Promise<SaidDate[]> {
  const { casual } = await import("chrono-node/en");
  const wall = new Date(`${wallOf(wallInZone(Math.floor(now.getTime() / 1000), zone))}Z`);
  return casual.parse(text, { instant: wall, timezone: 0 }, { forwardDate: true }).map(
    ({ text, index, start, end }) => ({
      text,
      index,
      start: start.date().toISOString().slice(0, 19),
      end: end?.date().toISOString().slice(0, 19) ?? null,
      hasDay: start.isCertain("day") || start.isCertain("weekday"),
      hasTime: start.isCertain("hour"),
    }),
  );
}
