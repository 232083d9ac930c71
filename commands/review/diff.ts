import { paint } from "../terminal/paint.ts";
import type { Bundle } from "../service/types.ts";

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/**
 * Returns a patch as painted lines. Lines in a hunk are counted, so that content such as `--- a/other` is never mistaken for the
 * header of another file. The header of each hunk shows the id for accepting it alone.
 */
export function renderDiff(patch: string, files: Bundle["files"]): string[] {
  let [file, hunk, before, after] = [-1, 0, 0, 0];
  const lines = patch.endsWith("\n") ? patch.slice(0, -1).split("\n") : patch.split("\n");
  return lines.map((line) => {
    if (before > 0 || after > 0) {
      const sign = line[0];
      if (sign === "-") before--;
      else if (sign === "+") after--;
      else if (sign !== "\\") [before, after] = [before - 1, after - 1];
      return inHunk(sign, line);
    }
    if (line.startsWith("diff --git ")) {
      file++;
      hunk = 0;
      return paint.bold(line);
    }
    const counts = HUNK.exec(line);
    if (!counts) return line.startsWith("\\") ? paint.dim(line) : paint.bold(line);
    [before, after] = [Number(counts[1] ?? 1), Number(counts[2] ?? 1)];
    const known = files[file]?.hunks.filter((one) => one.header.startsWith("@@"))[hunk++];
    return `${paint.cyan(line)}${known ? paint.dim(`  hunk ${known.id}`) : ""}`;
  });
}

const inHunk = (sign: string | undefined, line: string): string =>
  sign === "+" ? paint.green(line) : sign === "-" ? paint.red(line) : sign === "\\" ? paint.dim(line) : line;
