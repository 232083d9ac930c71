import type { SaidDate } from "./said_dates.ts";

const NEXT = /(?<!\b(?:early|late|mid|of|in)\s{1,3})\bnext\s+(month|quarter|year)\b(?!['’-]\p{L})/giu;

/** A span that is followed by its noun, as in `next year budget`, is a part of what is to be done. */
const ENDS = /^\s*(?:$|[,;.!?)\]]|(?:with|for|in|on|to|and|by|from|about|at)\b)/i;
const MONTHS = new Map([["month", 1], ["quarter", 3], ["year", 12]]);

/** Returns the first days of the next months, quarters and years that a text names, as `next week` is its Monday. */
export function nextSpansIn(text: string, wall: string): SaidDate[] {
  return [...text.matchAll(NEXT)].filter((found) =>
    text.slice(0, found.index).trim() === "" || ENDS.test(text.slice(found.index + found[0].length))
  ).map((found) => {
    const words = { index: found.index, text: found[0] };
    const start = `${firstDayAfter(wall, MONTHS.get(found[1]!.toLowerCase())!)}T12:00:00`;
    return {
      ...words,
      spans: [words],
      start,
      end: null,
      at: null,
      hasDay: true,
      hasTime: false,
      month: null,
    };
  });
}

/** Returns the first day after the span of some months that contains a day. */
function firstDayAfter(wall: string, months: number): string {
  const month = Number(wall.slice(5, 7)) - 1;
  const next = (Math.floor(month / months) + 1) * months;
  return new Date(Date.UTC(Number(wall.slice(0, 4)), next, 1)).toISOString().slice(0, 10);
}
