import { gitText } from "./git.ts";
import type { Control } from "./types.ts";

/** What a commit is made of; the same input gives the same commit. */
export interface CommitInput {
  readonly tree: string;
  readonly parents?: readonly string[];
  readonly message: string;
  /** RFC 3339 time of author and committer; a fixed one when absent. */
  readonly date?: string;
}

/** Makes a commit in the control repository and gives its id; throws what `git` throws. */
export async function commitTree(control: Control, input: CommitInput): Promise<string> {
  const parents = (input.parents ?? []).flatMap((parent) => ["-p", parent]);
  return await gitText(["commit-tree", ...parents, "-F", "-", input.tree], {
    gitDir: control.gitDir,
    stdin: input.message,
    ...(input.date === undefined ? {} : { date: input.date }),
  });
}
