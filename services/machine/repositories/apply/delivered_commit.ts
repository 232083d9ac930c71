import { createHash } from "node:crypto";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { openControl } from "../git/control.ts";
import { GitError, gitText } from "../git/git.ts";
import { locateRepository } from "../find/locate.ts";
import { readName } from "../find/references.ts";
import { patchBetween } from "../patch/patch_between.ts";
import type { Repository } from "../git/types.ts";

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
    const id = await idOf(gitDir, commit, repository);
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

async function idOf(gitDir: string, commit: string, repository: Repository): Promise<string> {
  const [, name = "", steps = ""] = /^([^~^]*)((?:[~^]\d*)*)$/.exec(commit) ?? [];
  const id = await namedBy(repository, name) ?? (/^[0-9a-f]{4,64}$/.test(name) ? name : null);
  const missing = (cause?: unknown) =>
    new InvalidError(
      `There is no commit ${commit} in ${repository.root}. Give an id, a branch, a tag or HEAD, or name another repository with --repo.`,
      { cause },
    );
  if (id === null) throw missing();
  try {
    return await gitText(["rev-parse", "--verify", "--quiet", "--end-of-options", `${id}${steps}^{commit}`], {
      gitDir,
    });
  } catch (cause) {
    throw cause instanceof GitError ? missing(cause) : cause;
  }
}

async function namedBy({ gitDir, commonDir }: Repository, name: string): Promise<string | null> {
  if (gitDir === undefined || commonDir === undefined) return null;
  return await readName(gitDir, commonDir, name);
}
