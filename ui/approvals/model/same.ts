import type { FileDiff } from "./patch.ts";
import { lookFirst } from "../../../client/review_order.ts";

/** The number of equal changes from which they are grouped. */
const MIN_EQUAL = 3;

/** The indexes of files with exactly the same changes; the first one represents them all. */
type Equal = { first: number; others: readonly number[] };

/** Returns the files whose changes are equal, line by line and in their modes; `alone` are paths that are shown separately. */
export function findEqual(diffs: readonly FileDiff[], alone: (path: string) => boolean): Equal[] {
  const groups = Map.groupBy(diffs.map((diff, index) => ({ diff, index })), ({ diff }) => signatureOf(diff));
  groups.delete(null);
  return [...groups.values()]
    .map((group) => group.filter(({ diff }) => !alone(diff.file.path)).map(({ index }) => index))
    .filter((group) => group.length >= MIN_EQUAL)
    .map(([first, ...others]) => ({ first: first!, others }));
}

/** Returns a key of the changes of a file; null if it has no lines to compare. */
function signatureOf({ file, hunks }: FileDiff): string | null {
  if (file.binary || hunks.every(({ lines }) => lines.length === 0)) return null;
  const lines = hunks.map((hunk) =>
    hunk.lines.map(({ kind, text, endsFile }) => [kind[0], text, +endsFile].join())
  );
  return JSON.stringify([lookFirst(file), file.change, file.before?.mode, file.after?.mode, lines]);
}

/** Returns the diffs with equal ones grouped at the position of the first. */
export function besideEqual(diffs: readonly FileDiff[]): FileDiff[] {
  const groups = findEqual(diffs, () => false);
  const moved = new Set(groups.flatMap(({ others }) => others));
  const others = new Map(groups.map((group) => [group.first, group.others]));
  return diffs.flatMap((diff, index) =>
    moved.has(index) ? [] : [diff, ...(others.get(index) ?? []).map((other) => diffs[other]!)]
  );
}
