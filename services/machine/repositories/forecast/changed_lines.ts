import { git } from "../git/git.ts";
import type { Control } from "../git/types.ts";

/** Lines between two positions of a file: position 3 is after the third line. Both are equal where lines are only added. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** The options of the reviewed patches, without lines around a change. */
const OPTIONS = ["-r", "--patch", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color"];
const EXACT = ["--unified=0", "--inter-hunk-context=0", "--diff-algorithm=histogram"];

/**
 * Returns which lines of a file's first state a change concerns; none where it is the whole file, or no text. Throws what `git`
 * throws.
 */
export async function changedLines(
  control: Control,
  { from, to }: { readonly from: string; readonly to: string },
  path: string,
): Promise<LineSpan[]> {
  const args = ["diff-tree", ...OPTIONS, ...EXACT, from, to, "--", `:(top,literal)${path}`];
  const text = new TextDecoder().decode(await git(args, { gitDir: control.gitDir }));
  if (/^(?:new|deleted) file mode /m.test(text.split(/^@@ /m, 1)[0]!)) return [];
  return [...text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+/gm)].map(([, first, count]) => {
    const lines = count === undefined ? 1 : Number(count);
    const start = lines === 0 ? Number(first) : Number(first) - 1;
    return { start, end: start + lines };
  });
}

/** Returns the lines on which two changes of a file overlap or touch, such as "3, 10-14"; "" where there are none. */
export function sharedLines(one: readonly LineSpan[], other: readonly LineSpan[]): string {
  const touching = one.flatMap((a) =>
    other.filter((b) => a.start <= b.end && b.start <= a.end)
      .map((b) => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }))
  ).sort((a, b) => a.start - b.start);
  const joined: { start: number; end: number }[] = [];
  for (const span of touching) {
    const last = joined.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else joined.push({ ...span });
  }
  return joined.map(({ start, end }) => words(Math.max(1, end > start ? start + 1 : start), Math.max(1, end)))
    .join(", ");
}

const words = (first: number, last: number): string => first === last ? `${first}` : `${first}-${last}`;
