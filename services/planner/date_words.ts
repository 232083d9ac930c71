import { wallInZone, wallOf } from "./ics/wall.ts";

/** A date in words: where it stands, and what it means on the wall of the planner's zone. */
export type SaidDate = {
  text: string;
  index: number;
  start: string;
  end: string | null;
  hasDay: boolean;
  hasTime: boolean;
};

const TWO_READINGS = /\b(\d{1,2})[/.](\d{1,2})(?:[/.]\d{2,4})?\b/;

/** A date in figures that is one in America and another in Europe; null where there is none. */
export function twoReadingsIn(text: string, figures = TWO_READINGS): string | null {
  const [whole, first, second] = figures.exec(text) ?? [];
  return whole !== undefined && Number(first) <= 12 && Number(second) <= 12 && first !== second
    ? whole
    : null;
}

/** The dates that a text says, seen from a moment. Days that could be past or coming are coming. */
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
