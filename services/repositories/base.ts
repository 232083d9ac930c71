import { join } from "node:path";
import { commitTree, treeOf } from "./commit.ts";
import { git } from "./git.ts";
import { withKeptIndex } from "./kept_index.ts";
import { readHead } from "./references.ts";
import { snapshotTree } from "./snapshot.ts";
import type { Base, Control } from "./types.ts";

/**
 * Gives the commit a run starts from: what HEAD of the target names now, an empty commit when it has none yet,
 * or for a directory without git a commit of what the directory holds now.
 *
 * @throws {InvalidError} when HEAD is malformed
 * @throws {UnavailableError} when the commit's objects are not there (for example in a partial clone)
 */
export async function pinBase(control: Control, signal?: AbortSignal): Promise<Base> {
  const { root, gitDir, commonDir } = control.repository;
  if (gitDir === undefined || commonDir === undefined) {
    const indexFile = join(control.gitDir, "snapshot.index");
    const tree = await withKeptIndex(
      indexFile,
      () => snapshotTree(control, { workTree: root, indexFile, lenient: true, signal }),
    );
    return { commit: await commitTree(control, { tree, message: `Snapshot of ${root}\n` }), tree, ref: null };
  }
  const { ref, commit } = await readHead(gitDir, commonDir);
  if (commit !== null) return { commit, tree: await treeOf(control, commit), ref };
  const tree = await emptyTree(control);
  return { commit: await commitTree(control, { tree, message: "Empty base\n" }), tree, ref };
}

async function emptyTree(control: Control): Promise<string> {
  const written = await git(["mktree"], { gitDir: control.gitDir, stdin: "" });
  return new TextDecoder().decode(written).trim();
}
