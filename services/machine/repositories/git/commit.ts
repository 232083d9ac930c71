import { Recent } from "../../../../store/recent.ts";
import { UnavailableError } from "../../../ground/kernel/errors.ts";
import { git, gitText } from "./git.ts";
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

/** A commit of the past with one parent, and what it changed. */
export type PastCommit = {
  commit: string;
  parent: string;
  message: string;
  changes: readonly { path: string; status: string }[];
};

const MARK = "\x01commit\x01";

/**
 * Returns the newest commits that a commit reaches, without merges and the first commit, newest first; throws what `git` throws.
 * A commit whose message contains control characters is left out.
 */
export async function pastCommits(
  { gitDir }: Pick<Control, "gitDir">,
  head: string,
  limit: number,
): Promise<PastCommit[]> {
  const format = `--format=${MARK.replaceAll("\x01", "%x01")}%H%x00%P%x00%B%x00`;
  const args = ["log", "-z", "--no-merges", "--no-renames", "--name-status", `--max-count=${limit}`, format];
  const output = new TextDecoder().decode(await git([...args, head, "--"], { gitDir }));
  return output.split(MARK).flatMap((record) => {
    const [commit = "", parent = "", message = "", ...rest] = record.split("\0");
    if (!ID.test(commit) || !ID.test(parent)) return [];
    const fields = rest.map((field) => field.trim()).filter((field) => field !== "");
    const changes = [];
    for (let at = 0; at + 1 < fields.length; at += 2) {
      changes.push({ status: fields[at]!, path: fields[at + 1]! });
    }
    return [{ commit, parent, message, changes }];
  });
}

const ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
