import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { rebaseTree, treeOf } from "../repositories/mod.ts";
import type { TaskWorktree } from "./task_commits.ts";

/** Returns the tree without the worker's unreviewed changes to protected paths from before a person stepped in. */
export async function withoutUnseen({ step, id, control }: TaskWorktree, tree: string): Promise<string> {
  const unseen = step.ctx.store.documents.get(taskSessionStream, id)?.unseen;
  if (!unseen) return tree;
  const before = await treeOf(control, unseen.from);
  return await rebaseTree(control, { from: tree, to: before, onto: tree, only: unseen.paths });
}
