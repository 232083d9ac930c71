import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { rebaseTree, treeOf } from "../../repositories/mod.ts";
import type { Attempt } from "../asking/guidance.ts";

/** The tree without what a worker had changed at protected paths before a person stepped in: nobody was asked about that yet. */
export async function withoutUnseen({ step, id, control }: Attempt, tree: string): Promise<string> {
  const unseen = step.ctx.store.documents.get(taskSessionStream, id)?.unseen;
  if (!unseen) return tree;
  const before = await treeOf(control, unseen.from);
  return await rebaseTree(control, { from: tree, to: before, onto: tree, only: unseen.paths });
}
