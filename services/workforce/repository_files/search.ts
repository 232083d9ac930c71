import { grep } from "../worker_tools/search.ts";
import { Refusal } from "../worker_tools/refusal.ts";
import type { CommittedRepository } from "./repository.ts";

const MAX_OF_A_FILE = 20;
const MAX_OF_A_LINE = 300;

/** A matching line. */
export type Match = { path: string; line: number; text: string };

/**
 * Returns the lines of committed text files that contain a text, or match an extended regular expression. Throws
 * `Refusal` for an expression that git does not accept.
 */
export async function searchLines(
  { control, tree, clean, signal }: CommittedRepository,
  text: string,
  { regex = false, glob, ignoreCase = false }: { regex?: boolean; glob?: string; ignoreCase?: boolean } = {},
): Promise<Match[]> {
  if (/[\0\n]/.test(text)) throw new Refusal("A search cannot span lines.");
  const args = ["grep", "-z", "-n", "-I", `--max-count=${MAX_OF_A_FILE}`, ...(ignoreCase ? ["-i"] : [])];
  const where = glob === undefined ? [] : ["--", `:(glob)${glob}`];
  const printed = await grep(
    [...args, regex ? "-E" : "-F", "-e", text, tree, ...where],
    { gitDir: control.gitDir },
    signal,
  );
  return printed.split("\n").flatMap((record): Match[] => {
    const [place, line, text] = record.split("\0");
    if (text === undefined) return [];
    const path = place!.slice(tree.length + 1);
    return [{ path: clean(path), line: Number(line), text: clean(text).slice(0, MAX_OF_A_LINE) }];
  });
}
