import { counted } from "../../client/words.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint, unpainted } from "../terminal/paint.ts";
import type { ShownDiff, ShownFile } from "./diff.ts";

/** The number of equal changes from which they are folded. */
const MIN_EQUAL = 3;

/** How many paths a folded change names. */
const MAX_NAMED = 20;

/**
 * Returns a diff in which files with equal changes, compared line by line and by their modes, are folded under the first of them. A
 * folded file has the lines of the first, which stands for it.
 */
export function foldEqual({ lines, hunks, files }: ShownDiff): ShownDiff {
  const end = (at: number): number => files[at + 1]?.line ?? lines.length;
  const groups = Map.groupBy(files.keys(), (at) => signatureOf(lines.slice(files[at]!.line, end(at))));
  const firstOf = new Map<number, number>();
  for (const [signature, [first, ...others]] of groups) {
    if (signature === null || others.length + 1 < MIN_EQUAL) continue;
    for (const other of others) firstOf.set(other, first!);
  }
  const shown = lines.slice(0, files[0]?.line ?? lines.length);
  const moved = new Map<number, number>();
  const placed = (file: ShownFile, { line, parts }: ShownFile): ShownFile => ({
    ...file,
    line: moved.get(line)!,
    parts: parts.map((part) => moved.get(part)!),
  });
  const folded = files.map((file, at): ShownFile => {
    const first = files[firstOf.get(at) ?? -1];
    if (first) return { ...placed(file, first), like: first.id };
    for (let line = file.line; line < end(at); line++) {
      moved.set(line, shown.length);
      shown.push(lines[line]!);
    }
    const alike = files.filter((_, other) => firstOf.get(other) === at);
    if (alike.length > 0) shown.push(...alikeLines(alike));
    return placed(file, file);
  });
  return {
    lines: shown,
    hunks: hunks.flatMap(({ id, line }) => moved.has(line) ? [{ id, line: moved.get(line)! }] : []),
    files: folded,
  };
}

/** Returns the number of files that are folded under others. */
export const foldedFiles = (files: readonly ShownFile[]): number =>
  files.filter(({ like }) => like !== undefined).length;

/** Returns a key of the changes of a file; null if it has no lines to compare. */
function signatureOf(block: readonly string[]): string | null {
  const text = block.map(unpainted);
  const hunk = text.findIndex((line) => line.startsWith("@@ "));
  if (hunk < 0) return null;
  const modes = text.slice(0, hunk).filter((line) => /^(?:new|old|deleted) (?:file )?mode /.test(line));
  return JSON.stringify([modes, text.slice(hunk).map((line) => line.startsWith("@@ ") ? "@@" : line)]);
}

function alikeLines(files: readonly ShownFile[]): string[] {
  const more = files.length - MAX_NAMED;
  return [
    paint.bold(`The same change in ${counted(files.length, "more file")}, compared line by line:`),
    ...files.slice(0, MAX_NAMED).map(({ path }) => paint.dim(`  ${oneLine(path)}`)),
    ...(more > 0 ? [paint.dim(`  … and ${counted(more, "more file")}`)] : []),
  ];
}
