import { join } from "node:path";
import { GIT_DIRECTORIES } from "../git/git_directory.ts";
import { git } from "../git/git.ts";
import { isGitDirectory } from "../find/find_git.ts";
import { makeOwnGit, ownFiles } from "../clones/own_git.ts";
import { removeTree } from "../clones/remove_tree.ts";
import type { Control, Workspace } from "../git/types.ts";
import { findNested, namesOf } from "./find_nested.ts";
import { keepData } from "./keep_data.ts";
import { isFile, lstat, writeOwn } from "./plain.ts";
import { inBase, sealBare } from "./seal_bare.ts";
import { onlyHarmless } from "./settings.ts";

/**
 * Makes a worktree safe for a person's own tools: whatever a worker wrote to `.git` and to other git directories in it, git runs
 * no program of theirs. Branches, commits, stashes and the index survive. Call it when nothing runs there any more.
 *
 * `base` is the commit of the person: bare repositories that it contains unchanged are theirs and stay as they are. Returns the
 * nested repositories, relative to the worktree.
 */
export async function sealWorktree(
  control: Control,
  { directory, commit }: Pick<Workspace, "directory" | "commit">,
  base: string,
): Promise<string[]> {
  await sealOwn(control, directory, commit);
  const nested = await findNested(directory);
  for (const pointer of nested.astray) await removeTree(pointer);
  for (const gitDir of nested.hidden) await sealHidden(gitDir);
  const isOfBase = await inBase(control, directory, base);
  const bare: string[] = [];
  for (const gitDir of nested.bare) if (await sealBare(gitDir, directory, isOfBase)) bare.push(gitDir);
  return namesOf({ hidden: nested.hidden, bare }, directory);
}

/** The worktree's own `.git` gets the files that it was created with. */
async function sealOwn(control: Control, directory: string, commit: string): Promise<void> {
  const gitDir = join(directory, ".git");
  if ((await lstat(gitDir))?.isDirectory) {
    await keepData(gitDir);
    for (const name of GIT_DIRECTORIES) await makeDirectory(join(gitDir, name));
    for (const [name, text] of await ownFiles(control)) {
      // What the worker ignores, and how deep its history is, are data.
      const stays = /^(?:info\/exclude|shallow)$/.test(name) && await isFile(join(gitDir, name));
      if (!stays) await writeOwn(join(gitDir, name), text);
    }
    if (!await isFile(join(gitDir, "HEAD"))) await writeOwn(join(gitDir, "HEAD"), `${commit}\n`);
    if (isGitDirectory(gitDir)) return;
  }
  await removeTree(gitDir);
  await makeOwnGit(control, commit, gitDir);
  await git(["read-tree", commit], { gitDir: control.gitDir, indexFile: join(gitDir, "index") });
}

/** A nested repository keeps those of its settings that name no program. */
async function sealHidden(gitDir: string): Promise<void> {
  await keepData(gitDir, /^config$/);
  await onlyHarmless(join(gitDir, "config"));
}

async function makeDirectory(path: string): Promise<void> {
  if ((await lstat(path))?.isDirectory) return;
  await removeTree(path);
  await Deno.mkdir(path, { recursive: true });
}
