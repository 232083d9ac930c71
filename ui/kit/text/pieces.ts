import type { HiddenRange } from "./hidden.ts";

/** A range of positions in a line: from `start` up to, but not including, `end`. */
export type PositionRange = { start: number; end: number };

/** A token for syntax colours; `scope` is the name that highlight.js gives it. */
export type Token = PositionRange & { scope: string };

/** A part of a line with uniform style. */
export type Piece = { text: string; scope: string | null; changed: boolean; hidden: HiddenRange | null };

/** The annotations of a line; each list is in order and without overlaps. */
export type Layers = {
  tokens?: readonly Token[] | undefined;
  changes?: readonly PositionRange[] | undefined;
  hidden?: readonly HiddenRange[] | undefined;
};

/** Returns the pieces of a line, cut where any layer begins or ends. Together they are the whole line. */
export function piecesOf(text: string, { tokens = [], changes = [], hidden = [] }: Layers): Piece[] {
  const cuts = new Set([0, text.length]);
  for (const { start, end } of [...tokens, ...changes, ...hidden]) cuts.add(start).add(end);
  const points = [...cuts].filter((point) => point <= text.length).sort((a, b) => a - b);
  const [tokenAt, changeAt, hiddenAt] = [walker(tokens), walker(changes), walker(hidden)];
  const pieces: Piece[] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const [start, end] = [points[i]!, points[i + 1]!];
    pieces.push({
      text: text.slice(start, end),
      scope: tokenAt(start)?.scope ?? null,
      changed: changeAt(start) !== null,
      hidden: hiddenAt(start),
    });
  }
  return pieces;
}

/** Returns a function that finds the range at a position. Calls must have ascending positions. */
function walker<R extends PositionRange>(ranges: readonly R[]): (position: number) => R | null {
  let index = 0;
  return (position) => {
    while (index < ranges.length && ranges[index]!.end <= position) index++;
    const range = ranges[index];
    return range && range.start <= position ? range : null;
  };
}
