import type { LineComment } from "../comments.ts";
import { hiddenWarnings } from "../diff/hidden.ts";
import { pairLines } from "../diff/pairs.ts";
import type { DiffHunk, DiffLine, FileDiff } from "../diff/patch.ts";

/** How a diff is laid out. */
export type Layout = "unified" | "split";

/** Where a remark is made: a line of a file on one side. */
export type Anchor = { fileIndex: number; side: "before" | "after"; line: number; quote: string };

/** One line of the page. Its key stays the same when others come or go. */
export type Row =
  & { key: string; fileIndex: number }
  & (
    | { kind: "file" }
    | { kind: "notice"; tone: "plain" | "warning"; text: string }
    | { kind: "load"; lines: number }
    | { kind: "hunk"; hunk: DiffHunk; hunkIndex: number }
    | { kind: "line"; hunk: DiffHunk; hunkIndex: number; line: DiffLine }
    | { kind: "pair"; hunk: DiffHunk; hunkIndex: number; left: DiffLine | null; right: DiffLine | null }
    | { kind: "comment"; comment: LineComment }
    | { kind: "composer"; anchor: Anchor }
    | { kind: "end" }
  );

/** What decides which rows there are. */
export type RowOptions = {
  layout: Layout;
  /** Files whose header alone is shown, by index. */
  folded: ReadonlySet<number>;
  /** Large files that a person asked to see nevertheless. */
  loaded: ReadonlySet<number>;
  comments: readonly LineComment[];
  composing: Anchor | null;
};

/** More lines than this are shown only when asked for. */
export const LARGE_FILE_LINES = 1500;

/** All rows of the page, file by file in the order of the patch. */
export function buildRows(diffs: readonly FileDiff[], options: RowOptions): Row[] {
  const comments = Map.groupBy(options.comments, ({ path }) => path);
  return diffs.flatMap((diff, fileIndex) => {
    const header: Row = { key: `f${fileIndex}`, fileIndex, kind: "file" };
    if (options.folded.has(fileIndex)) return [header];
    const remarks = comments.get(diff.file.path) ?? [];
    const end: Row = { key: `e${fileIndex}`, fileIndex, kind: "end" };
    return [header, ...noticeRows(diff, fileIndex), ...bodyRows(diff, fileIndex, options, remarks), end];
  });
}

/** How many lines a file's diff has. */
export const lineCount = ({ hunks }: FileDiff): number =>
  hunks.reduce((sum, { lines }) => sum + lines.length, 0);

function bodyRows(
  diff: FileDiff,
  fileIndex: number,
  options: RowOptions,
  remarks: readonly LineComment[],
): Row[] {
  const lines = lineCount(diff);
  if (lines > LARGE_FILE_LINES && !options.loaded.has(fileIndex)) {
    return [{ key: `l${fileIndex}`, fileIndex, kind: "load", lines }];
  }
  const { composing } = options;
  const inserted = placeInserted(fileIndex, remarks, composing?.fileIndex === fileIndex ? composing : null);
  return diff.hunks.flatMap((hunk, hunkIndex) => {
    const place = { fileIndex, hunk, hunkIndex };
    const key = `${fileIndex}.${hunkIndex}`;
    const rows: Row[] = [{ ...place, key: `h${key}`, kind: "hunk" }];
    if (options.layout === "unified") {
      hunk.lines.forEach((line, i) => {
        rows.push({ ...place, key: `u${key}.${i}`, kind: "line", line }, ...inserted(line));
      });
    } else {
      pairLines(hunk.lines).forEach(({ left, right }, i) => {
        rows.push({ ...place, key: `s${key}.${i}`, kind: "pair", left, right });
        if (left && left !== right) rows.push(...inserted(left));
        if (right) rows.push(...inserted(right));
      });
    }
    return rows;
  });
}

/** Gives the rows that stand below a line: its remarks, and the field for a new one. */
function placeInserted(
  fileIndex: number,
  remarks: readonly LineComment[],
  composing: Anchor | null,
): (line: DiffLine) => Row[] {
  if (remarks.length === 0 && !composing) return () => [];
  const at = (side: string, line: number) => `${side}${line}`;
  const byPlace = Map.groupBy(remarks, ({ side, line }) => at(side, line));
  return (line) => {
    const { side, number } = placeOf(line);
    const rows: Row[] = (byPlace.get(at(side, number)) ?? [])
      .map((comment) => ({ key: `c${comment.id}`, fileIndex, kind: "comment", comment }));
    if (composing && composing.side === side && composing.line === number) {
      rows.push({ key: `n${fileIndex}.${side}${number}`, fileIndex, kind: "composer", anchor: composing });
    }
    return rows;
  };
}

/** The side and number by which a remark names a line: a removed one by what it was, any other by what it is now. */
export const placeOf = ({ oldNumber, newNumber }: DiffLine): { side: "before" | "after"; number: number } =>
  newNumber === null ? { side: "before", number: oldNumber ?? 0 } : { side: "after", number: newNumber };

const warned = new WeakMap<FileDiff, string[]>();

/** What the lines of a file hide from a reader, as sentences. */
export function warningsOf(diff: FileDiff): readonly string[] {
  const known = warned.get(diff);
  if (known) return known;
  const texts = diff.hunks.flatMap(({ lines }) => lines.map(({ text }) => text));
  const found = hiddenWarnings(texts).map(({ texts, what }) =>
    `${texts === 1 ? "1 line has" : `${texts} lines have`} ${what}.`
  );
  warned.set(diff, found);
  return found;
}

function noticeRows(diff: FileDiff, fileIndex: number): Row[] {
  const { before, after, binary } = diff.file;
  const rows: Row[] = [];
  const add = (tone: "plain" | "warning", text: string) =>
    rows.push({ key: `w${fileIndex}.${rows.length}`, fileIndex, kind: "notice", tone, text });
  for (const warning of warningsOf(diff)) add("warning", warning);
  if (after?.mode === "100755" && before?.mode !== "100755") add("warning", "Becomes executable.");
  if (before?.mode === "100755" && after?.mode === "100644") add("plain", "Is no longer executable.");
  const [wasLink, isLink] = [before?.mode === "120000", after?.mode === "120000"];
  if (isLink && before && !wasLink) {
    add("warning", "The file becomes a symbolic link; its line is the target.");
  } else if (wasLink && after && !isLink) add("warning", "The symbolic link becomes a file.");
  else if (isLink || wasLink) add("plain", "A symbolic link; its line is the target.");
  if (binary) {
    add("warning", `Binary: ${sizeChange(before?.size, after?.size)}. A diff does not show what changed.`);
  } else if ((before ?? after)?.size === 0 && (after ?? before)?.size === 0) {
    add("plain", "The file is empty.");
  }
  return rows;
}

function sizeChange(before: number | undefined, after: number | undefined): string {
  const bytes = (count: number) => `${count.toLocaleString("en")} bytes`;
  if (before === undefined) return `${bytes(after ?? 0)}, new`;
  if (after === undefined) return `${bytes(before)}, deleted`;
  return `${bytes(before)} before, ${bytes(after)} after`;
}
