import { diffWordsWithSpace } from "diff";
import type { PositionRange } from "../../kit/text/pieces.ts";

/** Longer lines are compared as a whole, because they are usually minified code. */
const MAX_LINE_LENGTH = 1000;
/** The minimum similarity of two lines for one to count as edited into the other. */
const MIN_SHARED = 0.35;

/** Returns the changed parts of a removed and an added line; null if the lines have too little in common. */
export function wordChanges(
  before: string,
  after: string,
): { before: PositionRange[]; after: PositionRange[] } | null {
  if (before.length > MAX_LINE_LENGTH || after.length > MAX_LINE_LENGTH || before === after) return null;
  const ranges: { before: PositionRange[]; after: PositionRange[] } = { before: [], after: [] };
  let [inBefore, inAfter, shared] = [0, 0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (added) push(ranges.after, inAfter, inAfter += value.length);
    else if (removed) push(ranges.before, inBefore, inBefore += value.length);
    else {
      inBefore += value.length;
      inAfter += value.length;
      shared += value.trim().length;
    }
  }
  const longest = Math.max(before.trim().length, after.trim().length);
  return shared < longest * MIN_SHARED ? null : ranges;
}

/** Merges adjacent ranges, so that a changed phrase is one mark. */
function push(ranges: PositionRange[], start: number, end: number): void {
  const last = ranges.at(-1);
  if (last && last.end === start) last.end = end;
  else ranges.push({ start, end });
}
