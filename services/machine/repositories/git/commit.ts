import { Recent } from "../../../../store/recent.ts";
import { UnavailableError } from "../../../ground/kernel/errors.ts";
import { gitText } from "./git.ts";
import type { Committer, Control } from "./types.ts";

/** The content of a commit; the same input produces the same commit. */
export interface CommitInput {
  readonly tree: string;
  readonly parents?: readonly string[];
  readonly message: string;
  /** RFC 3339 time of author and committer; a fixed one when absent. */
  readonly date?: string;
  /** Author and committer; this service when absent. */
  readonly person?: Committer | undefined;
}

/** The tree of a commit never changes, so it is cached. */
const trees = new Recent<{ readonly tree: string }>(1_000);

/** Creates a commit in the control repository and returns its id; throws what `git` throws. */
export async function commitTree(control: Control, input: CommitInput): Promise<string> {
  const { tree, message } = input;
  const parents = (input.parents ?? []).flatMap((parent) => ["-p", parent]);
  const commit = await gitText(["commit-tree", ...parents, "-F", "-", tree], {
    gitDir: control.gitDir,
    stdin: message,
    person: input.person,
    ...(input.date === undefined ? {} : { date: input.date }),
  });
  trees.set(`${control.gitDir} ${commit}`, { tree });
  return commit;
}

/** Returns the tree of a commit. Throws {UnavailableError} when the commit is missing. */
export async function treeOf(control: Control, commit: string): Promise<string> {
  const { gitDir, repository } = control;
  const kept = trees.get(`${gitDir} ${commit}`);
  if (kept !== undefined) return kept.tree;
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{tree}`];
  try {
    const tree = await gitText(args, { gitDir });
    trees.set(`${gitDir} ${commit}`, { tree });
    return tree;
  } catch (cause) {
    throw new UnavailableError(
      `The commit ${commit} of ${repository.root} is not among its local objects. Fetch it with git.`,
      { cause },
    );
  }
}
