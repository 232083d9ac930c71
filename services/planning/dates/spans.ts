import type { SaidDate } from "./said_dates.ts";

const SPAN =
  /(?<!\b(?:early|earlier|late|later|mid|of|in)\s{1,3})\b(next|this)\s+(month|quarter|year)\b(?!['’-]\p{L})/giu;
const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const NAMED = new RegExp(
  String.raw`(?<=\b(?:due|by|until|till|before)\s{1,3})(${MONTH})(?:\s+((?:19|20)\d\d))?(?![\p{L}\p{N}'’-])`,
  "giu",
);

/** A span that is followed by its noun, as in `next year budget`, is a part of what is to be done. */
const ENDS = /^\s*(?:$|[,;.!?)\]]|(?:with|for|in|on|to|and|by|from|about|at)\b)/i;
const MONTHS = new Map([["month", 1], ["quarter", 3], ["year", 12]]);
const NAMES = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Returns the days of the months, quarters and years that a text names: the first one of a span that comes, as `next week` is
 * its Monday, and the last one of the span that it is now.
 */
export function spansIn(text: string, wall: string): SaidDate[] {
  const [year, month] = [Number(wall.slice(0, 4)), Number(wall.slice(5, 7)) - 1];
  const spans = [...text.matchAll(SPAN)].map((found) => {
    const months = MONTHS.get(found[2]!.toLowerCase())!;
    const after = (Math.floor(month / months) + 1) * months;
    return { found, day: found[1]!.toLowerCase() === "next" ? dayOf(year, after, 1) : dayOf(year, after, 0) };
  });
  const named = [...text.matchAll(NAMED)].map((found) => {
    const index = NAMES.indexOf(found[1]!.slice(0, 3).toLowerCase());
    const of = found[2] === undefined ? (index < month ? year + 1 : year) : Number(found[2]);
    const isNow = of === year && index === month;
    return { found, day: isNow ? dayOf(of, index + 1, 0) : dayOf(of, index, 1) };
  });
  const begin = text.search(/\S/);
  return [...spans, ...named].filter(({ found }) =>
    found.index === begin || ENDS.test(text.slice(found.index + found[0].length))
  ).map(({ found, day }) => {
    const words = { index: found.index, text: found[0] };
    return {
      ...words,
      spans: [words],
      start: `${day}T12:00:00`,
      end: null,
      at: null,
      hasDay: true,
      hasTime: false,
      month: null,
    };
  });
}

/** Returns a day of a month, which counts on into the next years; day 0 is the last one of the month before. */
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
