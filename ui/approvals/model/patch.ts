import { parsePatch, type StructuredPatchHunk } from "diff";
import type { BundleFile } from "./types.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { isKeyOf } from "../../../store/shared/records.ts";

/** A line of a hunk; a number is null on the side where the line does not exist. */
export type DiffLine = {
  kind: "context" | "added" | "removed";
  text: string;
  oldNumber: number | null;
  newNumber: number | null;
  /** The file ends with this line, without a line feed. */
  endsFile: boolean;
};

/** A change that can be accepted alone. One without lines is a change of mode, or a whole file that is not text. */
export type DiffHunk = { id: string; header: string; lines: readonly DiffLine[] };

/** A changed path with its lines. */
export type FileDiff = { file: BundleFile; hunks: readonly DiffHunk[] };

/** The patch does not match the list of files, so no part of it may be shown as reviewed. */
export class PatchMismatch extends Error {}

/**
 * Reads the patch of a bundle along its list of files, which has the same order: paths and ids come from that list and
 * never from the patch's text. Throws `PatchMismatch` when both do not describe the same change.
 */
export function readPatch(bytes: Uint8Array, files: readonly BundleFile[]): FileDiff[] {
  const sections = parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  let next = 0;
  const diffs = files.map((file) => {
    const mine = sections.slice(next, next += changesType(file) ? 2 : 1);
    return { file, hunks: hunksOf(file, mine.flatMap((section) => section.hunks)) };
  });
  if (next !== sections.length) {
    throw new PatchMismatch(`The patch has ${sections.length} sections, but its list of files has ${next}.`);
  }
  return diffs;
}

function parse(text: string) {
  if (text === "") return [];
  try {
    return parsePatch(text);
  } catch (cause) {
    throw new PatchMismatch(`The patch cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** Reports whether a file became a symbolic link or the reverse, which the patch splits into a removal and an addition. */
const changesType = ({ before, after }: Pick<BundleFile, "before" | "after">): boolean =>
  before !== null && after !== null && before.mode.slice(0, 3) !== after.mode.slice(0, 3);

const isText = ({ header }: { header: string }): boolean => header.startsWith("@@ ");

function hunksOf(file: BundleFile, parsed: readonly StructuredPatchHunk[]): DiffHunk[] {
  const texts = file.hunks.filter(isText);
  if (texts.length === 0) {
    const lines = file.binary ? [] : parsed.flatMap((hunk) => linesOf(hunk, hunk));
    return file.hunks.map(({ id, header }) => ({ id, header, lines }));
  }
  if (texts.length !== parsed.length) throw mismatch(file);
  let index = 0;
  return file.hunks.map((hunk) => {
    if (!isText(hunk)) return { id: hunk.id, header: hunk.header, lines: [] };
    const found = parsed[index++]!;
    if (found.oldLines !== hunk.oldLines || found.newLines !== hunk.newLines) throw mismatch(file);
    // The library counts from the next line if a side has none; the list of files has git's numbers.
    const start = { oldStart: hunk.oldStart, newStart: hunk.newStart };
    if (startOf(found.oldStart, found.oldLines) !== hunk.oldStart) throw mismatch(file);
    return { id: hunk.id, header: hunk.header, lines: linesOf(found, start) };
  });
}

const startOf = (start: number, count: number): number => (count === 0 ? start - 1 : start);

const mismatch = ({ path }: BundleFile): PatchMismatch =>
  new PatchMismatch(`The patch and the list of files describe different changes of ${JSON.stringify(path)}.`);

const KINDS = { "+": "added", "-": "removed", " ": "context" } as const;

/** Returns the lines of a parsed hunk with their numbers on both sides. */
export function linesOf(
  { lines }: StructuredPatchHunk,
  { oldStart, newStart }: { oldStart: number; newStart: number },
): DiffLine[] {
  let [oldNumber, newNumber] = [oldStart, newStart];
  const found: DiffLine[] = [];
  for (const line of lines) {
    const sign = line[0] ?? " ";
    if (!isKeyOf(KINDS, sign)) {
      const last = found.at(-1);
      if (last) last.endsFile = true;
      continue;
    }
    const kind = KINDS[sign];
    found.push({
      kind,
      text: line.slice(1),
      oldNumber: kind === "added" ? null : oldNumber++,
      newNumber: kind === "removed" ? null : newNumber++,
      endsFile: false,
    });
  }
  return found;
}
