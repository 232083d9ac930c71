import { commitTree, treeOf } from "../git/commit.ts";
import { GitError, runGit } from "../git/git.ts";
import { splitNul } from "../git/trees.ts";
import type { Control } from "../git/types.ts";

/** The combined result, or the paths on which several results conflict. */
export type MergeResult =
  | { readonly commit: string; readonly tree: string }
  | { readonly conflicts: readonly string[] };

/**
 * Combines the result commits of tasks that all descend from one base, in the given order, without a working tree.
 *
 * @throws {GitError} when a commit is missing
 * @see git-merge-tree(1), `--write-tree`
 */
export async function mergeResults(
  control: Control,
  baseCommit: string,
  commits: readonly string[],
  date?: string,
): Promise<MergeResult> {
  let commit = baseCommit;
  let tree = await treeOf(control, baseCommit);
  for (const next of commits) {
    if (commit === baseCommit) {
      [commit, tree] = [next, await treeOf(control, next)];
      continue;
    }
    const merged = await mergePair(control, commit, next);
    if ("conflicts" in merged) return merged;
    tree = merged.tree;
    commit = await commitTree(control, {
      tree,
      parents: [commit, next],
      message: "Combine results\n",
      ...(date === undefined ? {} : { date }),
    });
  }
  return { commit, tree };
}

async function mergePair(
  control: Control,
  ours: string,
  theirs: string,
): Promise<MergedTree> {
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ours, theirs];
  const { code, stdout, stderr } = await runGit(args, { gitDir: control.gitDir, accept: [0, 1] });
  const [tree = "", ...paths] = splitNul(stdout).map((part) => new TextDecoder().decode(part));
  // Git also ends with 1 when it cannot find a commit: then it prints no tree.
  if (tree === "") throw new GitError(args.join(" "), code, stderr);
  return code === 0
    ? { tree: tree.trim() }
    : { conflicts: [...new Set(paths.filter((path) => path !== ""))] };
}

/** A change: the commits or trees before and after it. */
export interface CommitChange {
  readonly from: string;
  readonly to: string;
}

/**
 * Makes the same change on another commit, as a commit on top of it. The change's own start counts as the merge base, whatever
 * the history says: the branch may have been rewritten, or there may be none.
 *
 * @throws {GitError} when a commit is missing
 */
export async function mergeOnto(
  control: Control,
  { from, to }: CommitChange,
  onto: string,
  date?: string,
): Promise<MergeResult> {
  const merged = await mergeTrees(control, {
    from: await treeOf(control, from),
    to: await treeOf(control, to),
    onto: await treeOf(control, onto),
  });
  if ("conflicts" in merged) return merged;
  const { tree } = merged;
  const on = date === undefined ? {} : { date };
  return {
    tree,
    commit: await commitTree(control, { tree, parents: [onto], message: "Put on top\n", ...on }),
  };
}

/** The tree of a merge, or the paths on which it conflicts. */
type MergedTree = { readonly tree: string } | { readonly conflicts: readonly string[] };

/**
 * Makes the change between two trees on a third one. `commits` remembers what many merges have in common.
 *
 * @throws {GitError} when a tree is missing
 */
export async function mergeTrees(
  control: Control,
  { from, to, onto }: CommitChange & { readonly onto: string },
  commits: Map<string, string> = new Map<string, string>(),
): Promise<MergedTree> {
  // Git 2.38 takes no base for a merge, so both sides get a history of one commit.
  const commit = async (tree: string, ...parents: string[]) => {
    const key = [control.gitDir, tree, ...parents].join(" ");
    const made = commits.get(key) ?? await commitTree(control, { tree, parents, message: "Merge\n" });
    commits.set(key, made);
    return made;
  };
  const base = await commit(from);
  return await mergePair(control, await commit(onto, base), await commit(to, base));
}
