import { lstatSync } from "node:fs";
import { join, posix } from "node:path";
import { BARE_REPOSITORIES, plainNames, type ProtectedGroup, protectedGroup } from "./protected_paths.ts";

/** What git looks for next to HEAD, or follows from there. */
const PARTS: readonly string[] = [
  "config",
  "config.worktree",
  "commondir",
  "objects",
  "refs",
  "packed-refs",
  "hooks",
  "info",
  "worktrees",
  "modules",
];

/**
 * Returns the group of a path that a change touches; null for a path that is not protected. A directory is a repository for git if
 * it contains HEAD, objects and refs, whatever its name, so HEAD is protected everywhere, and the other parts are next to a HEAD in
 * one of the given directories: the worktree, and the repository that receives the change.
 */
export function protectedIn(roots: readonly string[], path: string): ProtectedGroup | null {
  return protectedGroup(path) ?? (isPartOfRepository(roots, path) ? BARE_REPOSITORIES : null);
}

function isPartOfRepository(roots: readonly string[], path: string): boolean {
  const [names, spelled] = [plainNames(path), posix.normalize(path).split("/")];
  if (names.at(-1) === "head") return true;
  // Characters that some file systems take for a slash: what is on disk does not answer this.
  if (names.length !== spelled.length) return names.some((name) => PARTS.includes(name));
  return names.some((name, index) =>
    PARTS.includes(name) && roots.some((root) => isThere(join(root, ...spelled.slice(0, index), "HEAD")))
  );
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // a file in place of a directory
  }
}
