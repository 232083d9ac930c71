import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../clones/remove_tree.ts";
import { replaceFile } from "../git/files.ts";
import { plainEntriesOf } from "./plain.ts";

/** The files and directories of a git directory that are only data. All others are removed: hooks, `commondir`, half a rebase. */
const DATA = {
  files:
    /^(?:[A-Z]+_HEAD|HEAD|[A-Z]+_(?:MSG|EDITMSG|MODE)|AUTO_MERGE|index|sharedindex\.[0-9a-f]+|packed-refs|shallow)$/,
  directories: /^(?:objects|refs|logs|info|worktrees|modules)$/,
} as const;

/** Attributes can name filters, and grafts replace history. */
const INFO = /^(?:exclude|sparse-checkout)$/;

/** What is left of a linked worktree besides the data. */
const LINKED = /^(?:gitdir|locked)$/;

/**
 * Removes everything from a git directory that is not data of the repository, and every symbolic link and special file, so
 * that nothing leads out of it. Branches, commits, stashes and the index stay. `kept` names further files to keep.
 */
export async function keepData(gitDir: string, kept: RegExp = /^$/): Promise<void> {
  await chmod(gitDir, 0o700);
  for (const entry of await plainEntriesOf(gitDir)) {
    const { name } = entry;
    const path = join(gitDir, name);
    const stays = entry.isFile()
      ? DATA.files.test(name) || kept.test(name)
      : entry.isDirectory() && DATA.directories.test(name);
    if (!stays) await removeTree(path);
    else if (entry.isDirectory()) await onlyPlain(path);
  }
  for (const { name } of await plainEntriesOf(join(gitDir, "info"))) {
    if (!INFO.test(name)) await removeTree(join(gitDir, "info", name));
  }
  for (const { name } of await plainEntriesOf(join(gitDir, "worktrees"))) {
    await keepLinked(join(gitDir, "worktrees", name));
  }
}

/** A linked worktree has the settings of the repository that it is in, and of no other. */
async function keepLinked(gitDir: string): Promise<void> {
  await keepData(gitDir, LINKED);
  await replaceFile(join(gitDir, "commondir"), "../..\n");
}

/** Removes what is neither a file nor a directory, at any depth. */
async function onlyPlain(directory: string): Promise<void> {
  await chmod(directory, 0o700);
  for (const entry of await plainEntriesOf(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await onlyPlain(path);
    else if (!entry.isFile()) await removeTree(path);
  }
}
