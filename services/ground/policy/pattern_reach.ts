import { posix } from "node:path";
import { protectedGroup } from "./protected_paths.ts";
import { plainWords } from "./patterns.ts";

/**
 * Returns the first argument that only the `*` of a pattern covers and that names a protected path, or one outside the run's
 * directory; null without one. `directory` is the command's directory. Git finds what the words do not show: changes by a
 * command that a pattern covers are also checked for protected paths.
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

/** Returns the parts of a word that could be a path: all of it, the part after "=", and the part after an option's letter. */
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
