import { stripVTControlCharacters } from "node:util";
import { layoutOf } from "./layout.ts";
import { open, scrollTo } from "./move.ts";
import { type ScreenState, shownDetail } from "./state.ts";
import { type ScreenStep, stay } from "./step.ts";

/** A row of the detail as it is read: without the codes for its colours. */
const textOf = stripVTControlCharacters;

/** Returns where a text has the words; capitals only count if the words have some. */
function placesIn(text: string, term: string): number[] {
  if (term === "") return [];
  const inText = term === term.toLowerCase() ? text.toLowerCase() : text;
  const places: number[] = [];
  for (let at = inText.indexOf(term); at >= 0; at = inText.indexOf(term, at + term.length)) places.push(at);
  return places;
}

/** Returns the rows of the detail that have the words that are looked for. */
export const matchRows = ({ wrapped, term }: Pick<ScreenState, "wrapped" | "term">): number[] =>
  term === "" ? [] : wrapped.flatMap((row, at) => placesIn(textOf(row), term).length > 0 ? [at] : []);

/** Whether rows have the words that are looked for. */
export const isFound = (state: ScreenState): boolean =>
  state.focus === "detail" && state.term !== "" && matchRows(state).length > 0;

/** Looks for words from the shown rows on, and scrolls to the first that has them. */
export function lookFor(state: ScreenState, term: string): ScreenState {
  const looking = { ...open(state), term };
  const rows = matchRows(looking);
  const first = rows.find((row) => row >= state.top) ?? rows[0];
  return first === undefined ? looking : bring(looking, first);
}

/** Scrolls to the next row that has the words, or the previous one, from what is shown on; after the last comes the first. */
export function turnMatch(state: ScreenState, step: 1 | -1): ScreenStep {
  const { top, match } = state;
  const rows = matchRows(state);
  const end = top + layoutOf(state).rows;
  const now = match >= top && match < end ? match : step === 1 ? top - 1 : end;
  const next = step === 1
    ? rows.find((row) => row > now) ?? rows[0]
    : rows.findLast((row) => row < now) ?? rows.at(-1);
  return stay(next === undefined ? state : { ...bring(state, next), hunk: null });
}

/** How many rows are shown above a match. */
const LINES_ABOVE = 2;

const bring = (state: ScreenState, row: number): ScreenState => ({
  ...scrollTo(state, row - LINES_ABOVE),
  match: row,
});

/** Returns how many rows have the words, and which of them was gone to, such as "2 of 12 matches"; empty while none is looked for. */
export function matchWords(state: ScreenState): string {
  if (state.term === "" || shownDetail(state) === null) return "";
  const rows = matchRows(state);
  const at = rows.filter((row) => row <= state.match).length;
  return rows.length === 0 ? "no match" : `${Math.max(1, at)} of ${rows.length} matches`;
}

/** Returns a row with the words that are looked for in inverse video, where there are colours. */
export function highlighted(row: string, { term, colour }: Pick<ScreenState, "term" | "colour">): string {
  const text = textOf(row);
  const places = colour ? placesIn(text, term) : [];
  if (places.length === 0) return row;
  const begins = new Set(places);
  const ends = new Set(places.map((at) => at + term.length));
  let shown = "";
  let at = 0;
  for (const [n, part] of row.split(CODE).entries()) {
    const code = n === 0 ? "" : CODE + part.slice(0, part.indexOf("m") + 1);
    shown += code;
    for (const unit of part.slice(Math.max(0, code.length - CODE.length))) {
      if (ends.has(at)) shown += NORMAL;
      if (begins.has(at)) shown += INVERSE;
      shown += unit;
      at += unit.length;
    }
  }
  return ends.has(at) ? shown + NORMAL : shown;
}

/** Begins the code of a colour, which ends with an m. The rows have no other codes. */
const CODE = "\x1b[";
const INVERSE = "\x1b[7m";
const NORMAL = "\x1b[27m";
