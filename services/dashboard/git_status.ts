import type { Ctx } from "../context.ts";
import { locateRepository, openControl, pinBase, workingTree } from "../repositories/mod.ts";
import { diffTrees } from "../repositories/trees.ts";
import { absolutePath } from "../runs/repo_path.ts";
import type { GitStatus } from "./schemas.ts";

/** How many changed paths are named. */
const NAMED = 200;

/** Looking at a very large working tree is given up after so long. */
const PATIENCE_MILLISECONDS = 20_000;

const ABSENT = "000000";

/**
 * The state of the repository around a path. Git runs in the private repository, so nothing of the target's configuration
 * does. Throws `InvalidError` for what is no directory.
 */
export async function gitStatus(ctx: Ctx, given: string): Promise<GitStatus> {
  const path = absolutePath(given, "path");
  const repository = await locateRepository(path, ctx.config.storageDirectory);
  const { root, kind } = repository;
  if (kind === "directory") {
    const counts = { added: 0, modified: 0, deleted: 0, total: 0 };
    return { path, root, isRepository: false, ref: null, commit: null, clean: true, items: [], counts };
  }
  const control = await openControl(repository, ctx.config.storageDirectory);
  const { commit, tree, ref } = await pinBase(control);
  const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  const now = await workingTree(control, { directory: root, commit }, signal);
  const items = (await diffTrees(control, tree, now)).map(({ oldMode, newMode, rawPath }) => {
    const changed = new TextDecoder().decode(rawPath);
    const change = oldMode === ABSENT ? "added" : newMode === ABSENT ? "deleted" : "modified";
    return { id: changed, path: changed, change } as const;
  });
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
