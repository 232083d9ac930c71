import { type ChangedPath, changedPaths } from "./changes.ts";
import { commitTree } from "../git/commit.ts";
import { gitText } from "../git/git.ts";
import type { Control } from "../git/types.ts";

/** From the first to the last line of each range. */
type LineRange = readonly [first: number, last: number];

/** The part of a changed file that one author wrote: all of its change, or some lines. */
export type AuthoredFile = {
  path: string;
  whole: boolean;
  /** Lines of the result that they wrote. */
  lines: LineRange[];
  /** Lines of the base that they removed. */
  removed: LineRange[];
};

/** The trees of `authoredFiles`, in chronological order. */
type AuthoredInput = { base: string; before: string; after: string; result: string };

/** For more files than this, lines are not attributed. */
const MAX_FILES = 200;

/** Returns the part of the change from `base` to `result` made between `before` and `after`; throws what `git` throws. */
export async function authoredFiles(control: Control, trees: AuthoredInput): Promise<AuthoredFile[]> {
  const theirs = new Map(
    (await changedPaths(control, trees.before, trees.after)).map((change) => [change.path, change]),
  );
  const all = (await changedPaths(control, trees.base, trees.result)).filter(({ path }) => theirs.has(path));
  const chain = await chainOf(control, trees);
  const files: AuthoredFile[] = [];
  for (const [i, change] of all.entries()) {
    const { path } = change;
    if (isSame(change, theirs.get(path)!)) files.push({ path, whole: true, lines: [], removed: [] });
    else if (i < MAX_FILES && isText(change)) {
      const file = { path, whole: false, ...await linesIn(control, chain, change) };
      if (file.lines.length + file.removed.length > 0) files.push(file);
    }
  }
  return files;
}

type Chain = { base: string; before: string; after: string; result: string };

/** Stores the trees as a chain of commits, so that git can tell where each line came from. */
async function chainOf(control: Control, trees: AuthoredInput): Promise<Chain> {
  const next = (tree: string, parent?: string) =>
    commitTree(control, { tree, parents: parent === undefined ? [] : [parent], message: "lines\n" });
  const base = await next(trees.base);
  const before = await next(trees.before, base);
  const after = await next(trees.after, before);
  return { base, before, after, result: await next(trees.result, after) };
}

const isSame = (a: ChangedPath, b: ChangedPath): boolean =>
  a.oldObject === b.oldObject && a.newObject === b.newObject && a.oldMode === b.oldMode &&
  a.newMode === b.newMode;

const isText = ({ oldMode, newMode }: ChangedPath): boolean =>
  [oldMode, newMode].every((mode) => mode === "000000" || mode.startsWith("100"));

async function linesIn(
  control: Control,
  { base, before, after, result }: Chain,
  { path, oldMode, newMode }: ChangedPath,
): Promise<Pick<AuthoredFile, "lines" | "removed">> {
  const blame = async (commit: string, ...range: string[]) =>
    rangesOf(
      await gitText(["blame", "--porcelain", ...range, "--", path], { gitDir: control.gitDir }),
      commit,
    );
  return {
    lines: newMode === "000000" ? [] : await blame(after, result),
    // A line that was last present before they came is one that they removed.
    removed: oldMode === "000000" ? [] : await blame(before, "--reverse", `${base}..${result}`),
  };
}

/** Returns the lines that git attributes to a commit. */
function rangesOf(porcelain: string, commit: string): LineRange[] {
  const numbers = [...porcelain.matchAll(/^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/gm)]
    .flatMap(([, id, line]) => id === commit ? [Number(line)] : []).sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const line of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}
