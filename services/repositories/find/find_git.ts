import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { InvalidError } from "../../kernel/errors.ts";

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
  const info = lstat(dotGit);
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
  if (!stat(join(directory, "HEAD"))?.isFile) return false;
  const commonDir = commonDirectoryOf(directory);
  return ["objects", "refs"].every((name) => stat(join(commonDir, name))?.isDirectory);
}

function followPointer(directory: string, dotGit: string): GitDirectories {
  const named = /^gitdir: (.+?)[\r\n]*$/s.exec(textOf(dotGit) ?? "")?.[1];
  const path = named === undefined ? null : resolve(directory, named);
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
  const named = textOf(join(gitDir, "commondir"))?.replace(/[\r\n]+$/, "");
  return named ? resolve(gitDir, named) : gitDir;
}

const leadsElsewhere = (dotGit: string, place: string): InvalidError =>
  new InvalidError(
    `${dotGit} points to ${place}, which does not name this directory as its working tree. ` +
      "Only linked worktrees (git worktree add) and submodules are supported.",
  );

function textOf(path: string): string | null {
  const info = stat(path);
  return info?.isFile && info.size <= MAX_POINTER_BYTES ? Deno.readTextFileSync(path) : null;
}

// Most lookups find nothing, and an error for each would cost far more than checking first.
const lstat = (path: string): Deno.FileInfo | null =>
  existsSync(path) ? attempt(() => Deno.lstatSync(path)) : null;
const stat = (path: string): Deno.FileInfo | null =>
  existsSync(path) ? attempt(() => Deno.statSync(path)) : null;
const realPathOf = (path: string): string | null => attempt(() => Deno.realPathSync(path));

function attempt<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null; // missing, or not readable for this user
  }
}
