import { join } from "node:path";
import { InvalidError, UnavailableError } from "../../../ground/kernel/errors.ts";
import { copyIndex } from "./copy_index.ts";
import { removeDamaged } from "./damaged.ts";
import { removeFile } from "../git/files.ts";
import { git, GitError } from "../git/git.ts";
import { keepObjects } from "../git/object_store.ts";
import { makeOwnGit } from "./own_git.ts";
import { removeTree } from "./remove_tree.ts";
import { hasObjects } from "../git/objects.ts";
import { type SnapshotInput, snapshotTree, stripSubmodules } from "./snapshot.ts";
import { parentsOf } from "../patch/tree_paths.ts";
import type { Control, Workspace } from "../git/types.ts";

/**
 * Creates a task's own small clone in a directory that does not exist yet: files of the commit, detached HEAD, history by
 * reference. What a worker does to its `.git` has no effect on us.
 *
 * @throws {InvalidError} when the directory exists, or the commit contains a path that git refuses to check out
 * @throws {UnavailableError} when objects of the commit are lost or damaged
 */
export async function createWorkspace(
  control: Control,
  commit: string,
  directory: string,
  signal?: AbortSignal,
): Promise<Workspace> {
  const indexFile = `${directory}.index`;
  await keepObjects(control); // a workspace references only the store
  await makeClone(control, commit, directory);
  await removeFile(indexFile);
  const location = { gitDir: control.gitDir, workTree: directory, indexFile, signal };
  try {
    await git(["read-tree", "-m", "-u", commit], location);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    await removeDamaged(control);
    if (!await hasObjects(control, commit)) {
      throw new UnavailableError(`Objects of the commit ${commit} are lost or damaged.`, { cause: error });
    }
    const reason = /^(?:error|fatal): (.+)$/m.exec(error.stderr)?.[1] ?? "git gave no reason";
    throw new InvalidError(`The commit ${commit} cannot be checked out: ${reason}.`, { cause: error });
  }
  await copyIndex(indexFile, join(directory, ".git", "index"));
  await stripSubmodules(control, commit, indexFile);
  await requirePrefix(control, directory);
  return { directory, indexFile, commit };
}

/** Returns the directory of a workspace in which commands and workers start: the one that corresponds to the named directory. */
export const workingDirectory = (
  { repository }: Control,
  { directory }: Pick<Workspace, "directory">,
): string => join(directory, repository.prefix);

/** Returns what commands may read besides their directory: the worktree, if the directory is below it. */
export const worktreeAround = (
  { repository }: Control,
  { directory }: Pick<Workspace, "directory">,
): string[] => repository.prefix === "" ? [] : [directory];

/** The named directory may be new to git, but the commit must not contain anything else at its path. */
async function requirePrefix({ repository: { prefix } }: Control, directory: string): Promise<void> {
  if (prefix === "") return;
  for (const path of [...parentsOf(prefix).toReversed(), prefix]) {
    const info = await Deno.lstat(join(directory, path)).catch(() => null);
    if (info === null) await Deno.mkdir(join(directory, path));
    else if (!info.isDirectory) {
      throw new InvalidError(`The base commit has a file or a symbolic link at "${path}", not a directory.`);
    }
  }
}

/**
 * Returns the tree of a workspace's current content. Ignored files that were not tracked are left out.
 *
 * @throws {InvalidError} when the workspace contains something that cannot be tracked, such as an unreadable file, unless it is lenient
 */
export async function captureTree(
  control: Control,
  workspace: Workspace & Pick<SnapshotInput, "lenient">,
  signal?: AbortSignal,
): Promise<string> {
  const { directory, indexFile, commit, lenient = false } = workspace;
  return await snapshotTree(control, { workTree: directory, indexFile, commit, lenient, signal });
}

/** Removes a workspace and its index, as far as they exist; symbolic links are not followed. */
export async function removeWorkspace(workspace: Pick<Workspace, "directory" | "indexFile">): Promise<void> {
  await removeTree(workspace.directory);
  for (const suffix of ["", ".lock", ".new"]) await removeFile(`${workspace.indexFile}${suffix}`);
}

async function makeClone(control: Control, commit: string, directory: string): Promise<void> {
  try {
    await Deno.mkdir(directory);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw new InvalidError(`The workspace directory ${directory} already exists. Remove it first.`, {
      cause: error,
    });
  }
  await makeOwnGit(control, commit, join(directory, ".git"));
}
