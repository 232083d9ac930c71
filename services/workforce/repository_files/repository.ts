import { basename } from "node:path";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { GitError, gitText } from "../../machine/repositories/git/git.ts";
import type { Control } from "../../machine/repositories/mod.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import { openPlace } from "./repository_place.ts";

/**
 * A repository as the coordinator reads it: committed content, from git's objects. No file of the working tree is
 * opened, so no path, symbolic link or submodule can lead out of it.
 */
export type CommittedRepository = {
  control: Control;
  /** The name of the directory. */
  name: string;
  commit: string;
  /** The tree of the selected directory. */
  tree: string;
  /** The path of that directory in the repository; empty for all of it. */
  prefix: string;
  /** Removes secrets, and what looks like one, from what is read. */
  clean: (text: string) => string;
  signal: AbortSignal;
};

/** Opens the repository of a path for reading. Throws a `ServiceError` that says why it cannot be read. */
export async function openForLooking(
  ctx: Ctx,
  repoPath: string,
  signal: AbortSignal,
): Promise<CommittedRepository> {
  const path = resolveRepoPath(ctx, repoPath);
  const { control, repository: { prefix }, base } = await openPlace(ctx, path);
  if (base === null) {
    throw new InvalidError(`${path} has no commit, and only committed files are read here.`);
  }
  const tree = prefix === "" ? base.tree : await subtree(control, base.tree, prefix, path);
  const clean = (text: string) => ctx.redactor.text(text);
  return { control, name: basename(path), commit: base.commit, tree, prefix, clean, signal };
}

async function subtree(control: Control, tree: string, prefix: string, path: string): Promise<string> {
  try {
    return await gitText(["rev-parse", "--verify", `${tree}:${prefix}`], { gitDir: control.gitDir });
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    throw new InvalidError(`${path} has no committed files, and only committed files are read here.`);
  }
}
