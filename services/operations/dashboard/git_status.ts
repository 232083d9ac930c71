import type { Ctx } from "../../ground/kernel/context.ts";
import { changedOnDisk, headOf, locateRepository, openControl } from "../../machine/repositories/mod.ts";
import { absolutePath } from "../../machine/repositories/repo_path.ts";
import type { GitStatus } from "./schemas.ts";

/** How many changed paths are named. */
const NAMED = 200;

/** How long reading a very large working tree may take. */
const PATIENCE_MILLISECONDS = 20_000;

/**
 * Returns the state of the repository around a path. Git runs in the private repository, so the target's configuration
 * has no effect. Throws `InvalidError` if the path is not a directory.
 */
export async function gitStatus(ctx: Ctx, text: string): Promise<GitStatus> {
  const path = absolutePath(text, "path");
  const repository = await locateRepository(path, ctx.config.storageDirectory);
  const { root, kind } = repository;
  if (kind === "directory") {
    const counts = { added: 0, modified: 0, deleted: 0, total: 0 };
    return { path, root, isRepository: false, ref: null, commit: null, clean: true, items: [], counts };
  }
  const control = await openControl(repository, ctx.config.storageDirectory);
  const { commit, ref } = await headOf(control) ?? { commit: null, ref: null };
  const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  const changes = await changedOnDisk(control, { commit, keepTimes: true, signal });
  const items = changes.map((each) => ({ id: each.path, ...each }));
  const count = (change: string) => items.filter((item) => item.change === change).length;
  return {
    path,
    root,
    isRepository: true,
    ref,
    commit,
    clean: items.length === 0,
    items: items.slice(0, NAMED),
    counts: {
      added: count("added"),
      modified: count("modified"),
      deleted: count("deleted"),
      total: items.length,
    },
  };
}
