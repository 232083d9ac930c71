import { counted } from "../../client/words.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint, unpainted } from "../terminal/paint.ts";
import { blocksOf, placeBlocks } from "./blocks.ts";
import type { ShownDiff, ShownFile } from "./diff.ts";

/** The number of equal changes from which they are folded. */
const MIN_EQUAL = 3;

/** How many paths a folded change names. */
const MAX_NAMED = 20;

/**
 * Returns a diff in which files with equal changes, compared line by line and by their modes, are folded under the first of them. A
 * folded file has the lines of the first, which stands for it.
 */
export function foldEqual(diff: ShownDiff): ShownDiff {
  const { lines, hunks, files } = diff;
  const blocks = blocksOf(diff);
  const groups = Map.groupBy(files.keys(), (at) => signatureOf(lines.slice(...blocks[at]!)));
  const folded = new Map<number, number[]>();
  for (const [signature, [first, ...others]] of groups) {
    if (signature !== null && others.length + 1 >= MIN_EQUAL) folded.set(first!, others);
  }
  const firstOf = new Map([...folded].flatMap(([first, others]) => others.map((other) => [other, first])));
  const shown = [...files.keys()].filter((at) => !firstOf.has(at));
  const placed = placeBlocks(
    diff,
    shown,
    (at) => alikeLines((folded.get(at) ?? []).map((other) => files[other]!)),
  );
  const hunksOf: ShownDiff["hunks"][] = files.map(() => []);
  let block = 0;
  for (const hunk of hunks) {
    while (hunk.line >= blocks[block]![1]) block++;
    hunksOf[block]!.push(hunk);
  }
  return {
    lines: placed.lines,
    hunks: shown.flatMap((at) =>
      hunksOf[at]!.map(({ id, line }, n) => {
        const like = folded.get(at)?.map((other) => hunksOf[other]![n]!.id);
        return { id, line: placed.lineOf(line), ...(like && { like }) };
      })
    ),
    files: files.map((file, at) => {
      const first = files[firstOf.get(at) ?? -1];
      const { line, parts } = first ?? file;
      return {
        ...file,
        ...(first && { like: first.id }),
        line: placed.lineOf(line),
        parts: parts.map(placed.lineOf),
      };
    }),
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
  if (files.length === 0) return [];
  const more = files.length - MAX_NAMED;
  return [
    paint.bold(`The same change in ${counted(files.length, "more file")}, compared line by line:`),
    ...files.slice(0, MAX_NAMED).map(({ path }) => paint.dim(`  ${oneLine(path)}`)),
    ...(more > 0 ? [paint.dim(`  … and ${counted(more, "more file")}`)] : []),
  ];
}
