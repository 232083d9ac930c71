import { join } from "node:path";
import { commitTree, treeOf } from "../git/commit.ts";
import { removeFile } from "../git/files.ts";
import { GitError } from "../git/git.ts";
import { readHead } from "../find/references.ts";
import { markToPrune } from "./retain.ts";
import { snapshotTree } from "./snapshot.ts";
import type { Base, Control } from "../git/types.ts";

/**
 * Returns the commit that HEAD of the target currently names; null without git, and in a repository without a commit. Writes
 * nothing.
 *
 * @throws {InvalidError} when HEAD is malformed
 * @throws {UnavailableError} when the commit's objects are missing (for example in a partial clone)
 */
export async function headOf(control: Control): Promise<Base | null> {
  const { gitDir, commonDir } = control.repository;
  if (gitDir === undefined || commonDir === undefined) return null;
  const { ref, commit } = await readHead(gitDir, commonDir);
  return commit === null ? null : { commit, tree: await treeOf(control, commit), ref };
}

/**
 * Returns the commit that a run starts from: the one that HEAD of the target names or, without one, a commit of the
 * directory's current content.
 *
 * @throws {InvalidError} when the directory contains more than `limits.ts` allows; what `headOf` throws
 */
export async function pinBase(control: Control, signal?: AbortSignal): Promise<Base> {
  return await headOf(control) ?? await snapshot(control, signal);
}

async function snapshot(control: Control, signal?: AbortSignal): Promise<Base> {
  const { root, gitDir, commonDir } = control.repository;
  await markToPrune(control);
  const tree = await captureRoot(control, signal);
  const ref = gitDir === undefined || commonDir === undefined
    ? null
    : (await readHead(gitDir, commonDir)).ref;
  const commit = await commitTree(control, { tree, message: `Snapshot of ${root}\n` });
  return { commit, tree, ref, snapshot: true };
}

/**
 * The index is kept so that the next capture reads only what changed. Its objects have no reference: if they were pruned, the
 * index is removed and everything is read again.
 */
async function captureRoot(control: Control, signal?: AbortSignal): Promise<string> {
  const indexFile = join(control.gitDir, "snapshot.index");
  const capture = () =>
    snapshotTree(control, { workTree: control.repository.root, indexFile, lenient: true, signal });
  try {
    return await capture();
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    await removeFile(indexFile);
    return await capture();
  }
}
