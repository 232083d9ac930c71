import { BINARY, withoutBytes } from "../../client/patch_lines.ts";
import type { FileToSee } from "../../client/seen.ts";
import { paint } from "../terminal/paint.ts";

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

type Hunk = { id: string; header: string };
/** A file of a patch, as much as its diff needs of it. */
export type PatchFile = { id: string; path: string; hunks: readonly Hunk[] };

/** Painted lines, which of them begin the hunks that can be accepted alone, and which have to be seen of each file. */
export type ShownDiff = {
  lines: string[];
  hunks: ShownHunk[];
  files: ShownFile[];
};

/** A hunk, the line in which it begins, and the ids of the equal hunks of the files that are folded under its own. */
export type ShownHunk = { id: string; line: number; like?: readonly string[] };

/** A file of the patch, and the line in which it begins. */
export type ShownFile = FileToSee<number> & { line: number };

const isText = ({ header }: Hunk): boolean => header.startsWith("@@");

/** A file that became a symbolic link, or the reverse, has two sections in a patch. */
const sectionsOf = (file: PatchFile): PatchFile[] =>
  file.hunks[0]?.header.startsWith("type ") ? [file, file] : [file];

/**
 * Returns a patch as painted lines. Lines in a hunk are counted, so that content such as `--- a/other` is never mistaken for the
 * header of another file. Where a hunk begins, its id for accepting it alone is shown.
 */
export function renderDiff(patch: string, files: readonly PatchFile[]): ShownDiff {
  const sections = files.flatMap(sectionsOf);
  const hunks: ShownDiff["hunks"] = [];
  const headers = new Map<string, number>();
  const changed = new Map<string, number[]>(files.map(({ id }) => [id, []]));
  let [section, text, before, after] = [-1, 0, 0, 0];
  const lines = patch.endsWith("\n") ? patch.slice(0, -1).split("\n") : patch.split("\n");
  const shown: string[] = [];
  const paintLine = (line: string): string => {
    const begin = (hunk: Hunk | undefined, words = ""): string => {
      if (hunk) hunks.push({ id: hunk.id, line: shown.length });
      return hunk ? paint.dim(`  hunk ${hunk.id}${words}`) : "";
    };
    if (before > 0 || after > 0) {
      const sign = line[0];
      if (sign === "-") before--;
      else if (sign === "+") after--;
      else if (sign !== "\\") [before, after] = [before - 1, after - 1];
      if (sign === "-" || sign === "+") changed.get(sections[section]?.id ?? "")?.push(shown.length);
      return inHunk(sign, line);
    }
    if (line.startsWith("diff --git ")) {
      const previous = sections[section++];
      text = 0;
      const id = sections[section]?.id ?? "";
      if (!headers.has(id)) headers.set(id, shown.length);
      const whole = sections[section] === previous
        ? undefined
        : sections[section]?.hunks.find((hunk) => !isText(hunk));
      return `${paint.bold(line)}${begin(whole, `: ${whole?.header}`)}`;
    }
    if (line === BINARY) return paint.dim("The bytes of a binary file are not shown.");
    const counts = HUNK.exec(line);
    if (!counts) return line.startsWith("\\") ? paint.dim(line) : paint.bold(line);
    [before, after] = [Number(counts[1] ?? 1), Number(counts[2] ?? 1)];
    return `${paint.cyan(line)}${begin(sections[section]?.hunks.filter(isText)[text++])}`;
  };
  for (const line of withoutBytes(lines)) {
    // The patch is bound by its hash: the ids of git's blobs tell a person nothing. No line in a hunk begins like this.
    if (!line.startsWith("index ")) shown.push(paintLine(line));
  }
  const partsOf = (id: string): number[] =>
    changed.get(id)!.length > 0 ? changed.get(id)! : [headers.get(id) ?? shown.length];
  const lineOf = (id: string): number => headers.get(id) ?? shown.length;
  return {
    lines: shown,
    hunks,
    files: files.map(({ id, path }) => ({ id, path, parts: partsOf(id), line: lineOf(id) })),
  };
}

const inHunk = (sign: string | undefined, line: string): string =>
  sign === "+" ? paint.green(line) : sign === "-" ? paint.red(line) : sign === "\\" ? paint.dim(line) : line;
