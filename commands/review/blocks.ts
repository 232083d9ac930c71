import { inReviewOrder } from "../../client/review_order.ts";
import type { QueuedPatch } from "../service/types.ts";
import type { ShownDiff } from "./diff.ts";

/** Returns the lines of each file, from its first one to the first one after it. */
export const blocksOf = ({ lines, files }: ShownDiff): [from: number, to: number][] =>
  files.map(({ line }, at) => [line, files[at + 1]?.line ?? lines.length]);

/** Returns the lines with the blocks of some files in the given order, each with lines after it, and where an earlier line is now. */
export function placeBlocks(
  diff: ShownDiff,
  order: readonly number[],
  after: (at: number) => readonly string[] = () => [],
): { lines: string[]; lineOf: (line: number) => number } {
  const blocks = blocksOf(diff);
  const lines = diff.lines.slice(0, blocks[0]?.[0] ?? diff.lines.length);
  const moved = new Map<number, number>();
  for (const at of order) {
    const [from, to] = blocks[at]!;
    for (let line = from; line < to; line++) moved.set(line, lines.push(diff.lines[line]!) - 1);
    lines.push(...after(at));
  }
  return { lines, lineOf: (line) => moved.get(line) ?? lines.length };
}

/** Returns the diff of changed files with them in the order of a review: the most dangerous first, p2 before p10, a test after its subject. */
export function orderFiles(diff: ShownDiff, changed: QueuedPatch["files"]): ShownDiff {
  const order = inReviewOrder([...diff.files.keys()], (at) => changed[at]!);
  const { lines, lineOf } = placeBlocks(diff, order);
  return {
    lines,
    hunks: diff.hunks.map((hunk) => ({ ...hunk, line: lineOf(hunk.line) })).toSorted((a, b) =>
      a.line - b.line
    ),
    files: order.map((at) => {
      const { line, parts, ...file } = diff.files[at]!;
      return { ...file, line: lineOf(line), parts: parts.map(lineOf) };
    }),
  };
}
