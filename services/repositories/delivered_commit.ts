import { createHash } from "node:crypto";
import { InvalidError } from "../kernel/errors.ts";
import { openControl } from "./control.ts";
import { GitError, gitText } from "./git.ts";
import { locateRepository } from "./locate.ts";
import { patchBetween } from "./patch_between.ts";

/** A commit as far as its delivery is checked: its message, and the hash of its patch as reviewers see one. */
export type DeliveredCommit = { id: string; message: string; patchSha256: string };

/**
 * Reads a commit and computes its patch anew, in a private repository that is removed afterwards: nothing of the target's
 * settings counts, and nothing is written to it.
 *
 * @throws {InvalidError} when there is no such commit, or when it has no parent or several
 */
export async function readDeliveredCommit(directory: string, commit: string): Promise<DeliveredCommit> {
  const storage = await Deno.makeTempDir({ prefix: "agent-harness-commit-" });
  try {
    const repository = await locateRepository(directory, storage);
    const control = await openControl(repository, storage);
    const { gitDir } = control;
    const id = await idOf(gitDir, commit, repository.root);
    const parents = (await gitText(["rev-list", "--parents", "-1", id], { gitDir })).split(" ").slice(1);
    const [parent] = parents;
    if (parent === undefined || parents.length > 1) {
      throw new InvalidError(
        `The commit ${id} has ${parents.length} parents, and one that was delivered has one: name the delivered commit itself.`,
      );
    }
    const patch = await patchBetween(control, parent, id);
    const message = await gitText(["log", "-1", "--format=%B", id], { gitDir });
    return { id, message, patchSha256: createHash("sha256").update(patch).digest("hex") };
  } finally {
    await Deno.remove(storage, { recursive: true });
  }
}

async function idOf(gitDir: string, commit: string, root: string): Promise<string> {
  try {
    return await gitText(["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`], {
      gitDir,
    });
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    throw new InvalidError(
      `There is no commit ${commit} in ${root}. Give its id, as "git rev-parse" prints it; --repo names another repository.`,
      { cause },
    );
  }
}
