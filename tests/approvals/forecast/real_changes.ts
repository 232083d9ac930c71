import { AGENT, OPERATOR } from "../../tokens.ts";
import type { Change } from "./changing_worker.ts";
import type { Draw, Drawn } from "./trial.ts";

/** How many commits of the history are used, and how far the changes of a pair are from their base. */
const MAX_COMMITS = 600;
const WINDOW = 15;
const MAX_PATHS = 6;
/** Six of them are one request. */
const MAX_CHARACTERS = 12_000;

/**
 * Draws changes from the history of a repository: files of one commit, and some of what later commits make of them. Throws if
 * there is no history.
 */
export async function realChanges(root: string): Promise<Draw> {
  const commits = (await git(root, "log", "--format=%H", `--max-count=${MAX_COMMITS}`)).trim().split("\n");
  return async (roll) => {
    const at = WINDOW + roll(commits.length - WINDOW);
    const base = commits[at]!;
    const later = () => commits[at - 1 - roll(WINDOW)]!;
    const one = await changesOf(root, base, later(), roll);
    const other = await changesOf(root, base, later(), roll);
    const disturbed = roll(3) === 0 ? await changesOf(root, base, later(), roll) : [];
    const files: Drawn["files"] = { "kept.txt": "kept\n" };
    for (const { path } of [...one, ...other, ...disturbed]) {
      const text = await textAt(root, base, path);
      if (text !== null) files[path] = text;
    }
    return { files, one, other, disturbed };
  };
}

/** Returns some of the changes between two commits: neighbours in the list, so that pairs often share files. */
async function changesOf(
  root: string,
  base: string,
  commit: string,
  roll: (limit: number) => number,
): Promise<Change[]> {
  const names = (await git(root, "diff", "--name-only", "--no-renames", "-z", base, commit)).split("\0")
    .filter((path) => path !== "");
  if (names.length === 0) return [];
  const start = roll(2) === 0 ? 0 : roll(names.length);
  const changes: Change[] = [];
  for (const path of names.slice(start, start + 1 + roll(MAX_PATHS))) {
    const [before, to] = [await textAt(root, base, path), await textAt(root, commit, path)];
    if (before !== to && isText(before) && isText(to)) changes.push({ path, to });
  }
  return changes;
}

/** The service refuses a request with one of its tokens, which this project's tests name. */
const isText = (text: string | null): boolean =>
  text === null ||
  text.length < MAX_CHARACTERS && !/[\0\uFFFD]/.test(text) && !text.includes(AGENT) &&
    !text.includes(OPERATOR);

const textAt = (root: string, commit: string, path: string): Promise<string | null> =>
  git(root, "cat-file", "blob", `${commit}:${path}`).catch(() => null);

async function git(root: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args: ["-C", root, ...args] }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
