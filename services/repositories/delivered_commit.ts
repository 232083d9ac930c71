import { createHash } from "node:crypto";
import { InvalidError } from "../kernel/errors.ts";
import { openControl } from "./clones/control.ts";
import { GitError, gitText } from "./git.ts";
import { locateRepository } from "./find/locate.ts";
import { patchBetween } from "./patch/patch_between.ts";

/** The parts of a commit that its delivery is checked by: its message, and the hash of its patch as reviewers see it. */
export type DeliveredCommit = { id: string; message: string; patchSha256: string };

/**
 * Reads a commit and recomputes its patch in a private repository that is removed afterwards: the target's settings have no
 * effect, and nothing is written to it.
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
        `The commit ${id} has ${parents.length} parents, but a delivered commit has one. Name the delivered commit itself.`,
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
      `There is no commit ${commit} in ${root}. Give its id as "git rev-parse" prints it, or name another repository with --repo.`,
      { cause },
    );
  }
}
