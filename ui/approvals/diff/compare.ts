import { structuredPatch } from "diff";
import { type DiffHunk, type FileDiff, linesOf } from "../model/patch.ts";

const kept = new WeakMap<FileDiff, readonly DiffHunk[]>();

/**
 * Returns the differences between a deleted file and the new file that it was renamed to. The patch contains no renames, so
 * each hunk has the id of the new file's only hunk.
 */
export function compareRenamed(from: FileDiff, to: FileDiff): readonly DiffHunk[] {
  const known = kept.get(to);
  if (known) return known;
  const id = to.hunks[0]?.id ?? "";
  const { hunks } = structuredPatch("", "", textOf(from), textOf(to), undefined, undefined, { context: 3 });
  const found = hunks.map((hunk) => ({
    id,
    header: `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    lines: linesOf(hunk, hunk),
  }));
  kept.set(to, found);
  return found;
}

const textOf = ({ hunks }: FileDiff): string =>
  hunks.flatMap(({ lines }) => lines).map(({ text, endsFile }) => (endsFile ? text : `${text}\n`)).join("");
