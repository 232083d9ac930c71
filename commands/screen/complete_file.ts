import { type Line, lineOf } from "./line_editor.ts";

/** How many files are offered for what was typed. */
const MAX_OFFERED = 5;

/** Returns what was typed after the @ before the cursor; null if no word there begins with one. */
const typedName = ({ text, at }: Line): string | null =>
  /(?:^|\s)@(\S*)$/.exec(text.slice(0, at))?.[1] ?? null;

/** Returns the files that fit the word with an @ before the cursor: those whose name begins with it, then those that have it anywhere. */
export function offeredFiles(line: Line, files: readonly string[]): string[] {
  const name = typedName(line)?.toLowerCase();
  if (name === undefined) return [];
  const rank = (path: string): number => {
    const lower = path.toLowerCase();
    if (lower.startsWith(name) || lower.includes(`/${name}`)) return 0;
    return lower.includes(name) ? 1 : 2;
  };
  return files.map((path) => ({ path, rank: rank(path) })).filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank || a.path.length - b.path.length)
    .slice(0, MAX_OFFERED).map(({ path }) => path);
}

/** Returns the line with the first offered file in place of the word with the @; null if none is offered. */
export function completeFile(line: Line, files: readonly string[]): Line | null {
  const [file] = offeredFiles(line, files);
  if (file === undefined) return null;
  const start = line.at - typedName(line)!.length - 1;
  const before = line.text.slice(0, start) + file;
  return { ...lineOf(before + line.text.slice(line.at)), at: before.length };
}
