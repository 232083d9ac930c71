import type { Carried } from "../../model/carried.ts";
import type { Rename } from "../../model/renames.ts";
import type { LineComment } from "../../model/comments.ts";
import { compareRenamed } from "../../diff/compare.ts";
import { type FileNotice, noticesOf } from "../../diff/notices.ts";
import { pairLines } from "../../diff/pairs.ts";
import type { DiffHunk, DiffLine, FileDiff } from "../../model/patch.ts";

/** The layout of a diff. */
export type DiffLayout = "unified" | "split";

/** The place of a comment: a line of a file on one side. */
export type Anchor = { fileIndex: number; side: "before" | "after"; line: number; quote: string };

/** A row of the page. Its key stays the same when others are added or removed. */
export type Row =
  & { key: string; fileIndex: number }
  & (
    | { kind: "file" }
    | { kind: "notice" } & FileNotice
    | { kind: "load"; lines: number }
    | { kind: "moved"; text: string }
    | { kind: "hunk"; hunk: DiffHunk; hunkIndex: number }
    | { kind: "line"; hunk: DiffHunk; hunkIndex: number; line: DiffLine }
    | { kind: "pair"; hunk: DiffHunk; hunkIndex: number; left: DiffLine | null; right: DiffLine | null }
    | { kind: "comment"; comment: LineComment }
    | { kind: "said"; remark: Carried }
    | { kind: "same"; others: readonly number[] }
    | { kind: "composer"; anchor: Anchor }
    | { kind: "end" }
  );

/** The options that decide which rows there are. */
type RowOptions = {
  layout: DiffLayout;
  /** The indexes of files that are folded. */
  folded: ReadonlySet<number>;
  /** The indexes of large files that were opened. */
  loaded: ReadonlySet<number>;
  /** The indexes of renamed files that are shown with all their lines. */
  whole: ReadonlySet<number>;
  renames: ReadonlyMap<string, Rename>;
  comments: readonly LineComment[];
  /** The comments of earlier rounds. */
  carried: readonly Carried[];
  /** The files that represent others with the same changes, which are hidden. */
  equal: ReadonlyMap<number, readonly number[]>;
  composing: Anchor | null;
};

/** The maximum number of lines of a file that is opened automatically. */
const LARGE_FILE_LINES = 1500;

/** Returns all rows of the page, file by file in the order of the patch. */
export function buildRows(diffs: readonly FileDiff[], options: RowOptions): Row[] {
  const comments = Map.groupBy(options.comments, ({ path }) => path);
  const carried = Map.groupBy(options.carried, ({ path }) => path);
  const moved = movedFrom(diffs, options.renames);
  const unshown = new Set([...options.equal.values()].flat());
  return diffs.flatMap((diff, fileIndex) => {
    if (unshown.has(fileIndex)) return [];
    const header: Row = { key: `f${fileIndex}`, fileIndex, kind: "file" };
    const others = options.equal.get(fileIndex);
    const same: Row[] = others ? [{ key: `q${fileIndex}`, fileIndex, kind: "same", others }] : [];
    if (options.folded.has(fileIndex)) return [header, ...same];
    const remarks = comments.get(diff.file.path) ?? [];
    const said = carried.get(diff.file.path) ?? [];
    const end: Row = { key: `e${fileIndex}`, fileIndex, kind: "end" };
    return [
      header,
      ...noticeRows(diff, fileIndex),
      ...said.filter(({ line }) => line === null).map((remark) => saidRow(fileIndex, remark)),
      ...movedRows(diff, fileIndex, options),
      ...bodyRows(shownHunks(diff, fileIndex, options, moved), fileIndex, options, remarks, said),
      end,
      ...same,
    ];
  });
}

const saidRow = (fileIndex: number, remark: Carried): Row => ({
  key: `r${fileIndex}.${remark.id}`,
  fileIndex,
  kind: "said",
  remark,
});

const noticeRows = (diff: FileDiff, fileIndex: number): Row[] =>
  noticesOf(diff).map((notice, i) => ({ key: `w${fileIndex}.${i}`, fileIndex, kind: "notice", ...notice }));

/** Returns the number of lines in the diff of a file. */
const lineCount = ({ hunks }: Pick<FileDiff, "hunks">): number =>
  hunks.reduce((sum, { lines }) => sum + lines.length, 0);

/** Returns the former file of each renamed one, by its new path. */
function movedFrom(diffs: readonly FileDiff[], renames: ReadonlyMap<string, Rename>): Map<string, FileDiff> {
  if (renames.size === 0) return new Map();
  const byPath = new Map(diffs.map((diff) => [diff.file.path, diff]));
  return new Map([...renames.values()].flatMap(({ from, to }) => {
    const diff = byPath.get(from);
    return diff ? [[to, diff]] : [];
  }));
}

/** Returns the note on a renamed file about what is shown of it. */
function movedRows({ file }: FileDiff, fileIndex: number, { renames, whole }: RowOptions): Row[] {
  const rename = renames.get(file.path);
  if (!rename || whole.has(fileIndex)) return [];
  const text = rename.from === file.path
    ? `Renamed to ${rename.to}.`
    : rename.shared === 1
    ? `Renamed from ${rename.from}, not changed.`
    : `Renamed from ${rename.from}, with these changes:`;
  return [{ key: `m${fileIndex}`, fileIndex, kind: "moved", text }];
}

/** Returns the hunks to show: of a renamed file only the differences, and nothing of its deleted half. */
function shownHunks(
  diff: FileDiff,
  fileIndex: number,
  { renames, whole }: RowOptions,
  moved: ReadonlyMap<string, FileDiff>,
): readonly DiffHunk[] {
  if (!renames.has(diff.file.path) || whole.has(fileIndex)) return diff.hunks;
  const from = moved.get(diff.file.path);
  return from ? compareRenamed(from, diff) : [];
}

function bodyRows(
  hunks: readonly DiffHunk[],
  fileIndex: number,
  options: RowOptions,
  remarks: readonly LineComment[],
  said: readonly Carried[],
): Row[] {
  const lines = lineCount({ hunks });
  if (lines > LARGE_FILE_LINES && !options.loaded.has(fileIndex)) {
    return [{ key: `l${fileIndex}`, fileIndex, kind: "load", lines }];
  }
  const { composing } = options;
  const field = composing?.fileIndex === fileIndex ? composing : null;
  const inserted = placeInserted(fileIndex, remarks, said, field);
  return hunks.flatMap((hunk, hunkIndex) => {
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

/** Returns the rows below a line: its comments, and the field for a new one. */
function placeInserted(
  fileIndex: number,
  remarks: readonly LineComment[],
  said: readonly Carried[],
  composing: Anchor | null,
): (line: DiffLine) => Row[] {
  if (remarks.length + said.length === 0 && !composing) return () => [];
  const at = (side: string, line: number | null) => `${side}${line}`;
  const saidAt = Map.groupBy(said, ({ side, line }) => at(side, line));
  const byPlace = Map.groupBy(remarks, ({ side, line }) => at(side, line));
  return (line) => {
    const { side, number } = placeOf(line);
    const rows: Row[] = [
      ...(saidAt.get(at(side, number)) ?? []).map((remark) => saidRow(fileIndex, remark)),
      ...(byPlace.get(at(side, number)) ?? [])
        .map((comment): Row => ({ key: `c${comment.id}`, fileIndex, kind: "comment", comment })),
    ];
    if (composing && composing.side === side && composing.line === number) {
      rows.push({ key: `n${fileIndex}.${side}${number}`, fileIndex, kind: "composer", anchor: composing });
    }
    return rows;
  };
}

/** Returns the side and number of a line for a comment: the old ones for a removed line, otherwise the new ones. */
export const placeOf = ({ oldNumber, newNumber }: DiffLine): { side: "before" | "after"; number: number } =>
  newNumber === null ? { side: "before", number: oldNumber ?? 0 } : { side: "after", number: newNumber };
