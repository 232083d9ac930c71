import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readBoundedSync } from "../../../ground/kernel/bounded_file.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";

/** The git directory of a working tree, and where its objects and shared refs are. Neither is behind a symbolic link. */
export type GitDirectories = { readonly gitDir: string; readonly commonDir: string };

/** The longest pointer that is read from a `.git` file. */
const MAX_POINTER_BYTES = 1 << 16;

/**
 * Finds the git directory of a real directory; null when the directory is not the root of a working tree. A `.git` that
 * points elsewhere counts only if that place confirms it: a linked worktree, or a submodule of the surrounding repository.
 *
 * @throws {InvalidError} for any other `.git` that points elsewhere
 * @see gitrepository-layout(5), git-worktree(1), gitsubmodules(7)
 */
export function gitDirectoriesOf(directory: string): GitDirectories | null {
  const dotGit = join(directory, ".git");
  if (!existsSync(dotGit)) return null;
  const info = attempt(() => Deno.lstatSync(dotGit));
  if (info === null) return null;
  if (info.isFile) return followPointer(directory, dotGit);
  if (!isGitDirectory(dotGit)) return null;
  if (info.isSymlink) throw leadsElsewhere(dotGit, Deno.realPathSync(dotGit));
  const commonDir = commonDirectoryOf(dotGit);
  if (commonDir !== dotGit) throw leadsElsewhere(dotGit, commonDir);
  return { gitDir: dotGit, commonDir };
}

/** Whether a directory is a git directory, by git's own rule. */
export function isGitDirectory(directory: string): boolean {
  const head = join(directory, "HEAD");
  // Most directories have none, and an error for each would cost far more than checking first.
  if (!existsSync(head) || !stat(head)?.isFile) return false;
  const commonDir = commonDirectoryOf(directory);
  return ["objects", "refs"].every((name) => stat(join(commonDir, name))?.isDirectory);
}

function followPointer(directory: string, dotGit: string): GitDirectories {
  const named = namedBy("gitdir: ", textOf(dotGit));
  const path = named === null ? null : resolve(directory, named);
  if (path === null || !isGitDirectory(path)) {
    throw new InvalidError(
      `The file ${dotGit} does not name a git directory. Repair the worktree or submodule.`,
    );
  }
  const gitDir = Deno.realPathSync(path);
  const commonDir = Deno.realPathSync(commonDirectoryOf(gitDir));
  const found = { gitDir, commonDir };
  if (isLinkedWorktree(found, dotGit) || isSubmodule(found, directory)) return found;
  throw leadsElsewhere(dotGit, gitDir);
}

/** `git worktree add` records the way back in the main repository, which a foreign `.git` cannot do. */
function isLinkedWorktree({ gitDir, commonDir }: GitDirectories, dotGit: string): boolean {
  if (dirname(gitDir) !== join(commonDir, "worktrees")) return false;
  const back = textOf(join(gitDir, "gitdir"))?.trim();
  return back !== undefined && realPathOf(resolve(gitDir, back)) === dotGit;
}

function isSubmodule({ gitDir, commonDir }: GitDirectories, directory: string): boolean {
  if (gitDir !== commonDir) return false;
  for (let above = dirname(directory);; above = dirname(above)) {
    const around = gitDirectoriesOf(above);
    if (around !== null) return gitDir.startsWith(`${around.gitDir}/modules/`);
    if (above === dirname(above)) return false;
  }
}

function commonDirectoryOf(gitDir: string): string {
  const named = namedBy("", textOf(join(gitDir, "commondir")));
  return named ? resolve(gitDir, named) : gitDir;
}

/** Returns what a pointer names: all that follows the key, without the ends of lines; null if nothing does. */
export function namedBy(key: string, text: string | null): string | null {
  if (!text?.startsWith(key)) return null;
  let end = text.length;
  while (/[\r\n]/.test(text[end - 1] ?? "")) end--;
  return text.slice(key.length, end) || null;
}

const leadsElsewhere = (dotGit: string, place: string): InvalidError =>
  new InvalidError(
    `${dotGit} points to ${place}, which does not name this directory as its working tree. ` +
      "Only linked worktrees (git worktree add) and submodules are supported.",
  );

function textOf(path: string): string | null {
  if (!existsSync(path)) return null;
  const file = readBoundedSync(path, MAX_POINTER_BYTES, "follow");
  return "bytes" in file ? new TextDecoder().decode(file.bytes) : null;
}

const stat = (path: string): Deno.FileInfo | null => attempt(() => Deno.statSync(path));
const realPathOf = (path: string): string | null => attempt(() => Deno.realPathSync(path));

function attempt<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null; // missing, or not readable for this user
  }
}
