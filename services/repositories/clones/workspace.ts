import { join } from "node:path";
import { InvalidError, UnavailableError } from "../../kernel/errors.ts";
import { alternates } from "./control.ts";
import { copyIndex } from "./copy_index.ts";
import { removeDamaged } from "./damaged.ts";
import { isMissing, readSmallFile, removeFile } from "../files.ts";
import { git, GitError } from "../git.ts";
import { makeGitDirectory } from "../git/git_directory.ts";
import { keepObjects } from "./object_store.ts";
import { hasObjects } from "../git/objects.ts";
import { type SnapshotInput, snapshotTree, stripSubmodules } from "./snapshot.ts";
import { parentsOf } from "../patch/tree_paths.ts";
import type { Control, Workspace } from "../types.ts";

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
  const gitDir = join(directory, ".git");
  await makeGitDirectory(gitDir, commit);
  await Deno.writeTextFile(
    join(gitDir, "objects", "info", "alternates"),
    alternates([join(control.store, "objects"), ...control.repository.objectStores]),
  );
  await Deno.writeTextFile(join(gitDir, "config"), workspaceConfig(control));
  for (const name of ["info/exclude", "info/attributes", "shallow"]) {
    const content = await readSmallFile(join(control.gitDir, name), 1 << 24);
    if (content !== null) await Deno.writeTextFile(join(gitDir, name), content);
  }
}

function workspaceConfig({ repository: { objectFormat, lineEndings } }: Control): string {
  return `[core]
\trepositoryFormatVersion = ${objectFormat === "sha1" ? 0 : 1}
\tbare = false
\tautocrlf = ${lineEndings.autocrlf}
\teol = ${lineEndings.eol}
[user]
\tname = agent-harness
\temail = agent-harness@localhost
${objectFormat === "sha1" ? "" : "[extensions]\n\tobjectFormat = sha256\n"}`;
}

/** Removes a directory with everything in it, even what is read-only. A missing one is fine. */
export async function removeTree(directory: string): Promise<void> {
  try {
    await Deno.remove(directory, { recursive: true });
  } catch (error) {
    if (isMissing(error)) return;
    const isDenied = error instanceof Deno.errors.PermissionDenied;
    // Never through a link: its mode is that of its target.
    if (!isDenied || !(await Deno.lstat(directory)).isDirectory) throw error;
    await makeWritable(directory);
    await Deno.remove(directory, { recursive: true });
  }
}

/** Package managers create read-only directories, whose entries cannot be removed before they are writable. */
async function makeWritable(directory: string): Promise<void> {
  await Deno.chmod(directory, 0o700);
  for await (const entry of Deno.readDir(directory)) {
    if (entry.isDirectory) await makeWritable(join(directory, entry.name));
  }
}
