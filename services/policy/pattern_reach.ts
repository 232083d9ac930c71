import { posix } from "node:path";
import { protectedGroup } from "./protected_paths.ts";
import { plainWords } from "./patterns.ts";

/**
 * Returns the first argument that only the `*` of a pattern stands for and that names a protected path, or one outside of the
 * run's directory; null without one. `directory` is where the command begins. What a word does not say, git does: the changes of a
 * command that a pattern covers are looked at for protected paths as well.
 */
export function beyondPattern(
  pattern: readonly string[],
  command: string,
  directory: string,
): string | null {
  if (pattern.at(-1) !== "*") return null;
  const further = (plainWords(command) ?? []).slice(pattern.length - 1);
  return further.find((word) => pathsOf(word).some((path) => isBeyond(path, directory))) ?? null;
}

/** What of a word could be a path: all of it, what follows "=", and what follows the letter of an option. */
function pathsOf(word: string): string[] {
  const [, value] = /=(.+)$/.exec(word) ?? [];
  const [, joined] = /^-\w(.+)$/.exec(word) ?? [];
  return [word, value, joined].filter((each) => each !== undefined);
}

function isBeyond(path: string, directory: string): boolean {
  if (path.startsWith("/") || path.startsWith("~")) return true;
  const inside = posix.join(directory, path);
  return inside === ".." || inside.startsWith("../") || protectedGroup(inside) !== null;
}
