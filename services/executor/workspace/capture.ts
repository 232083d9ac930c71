import { captureTree, commitTree, rebaseTree, retain, treeOf } from "../../repositories/mod.ts";
import type { Attempt } from "../asking/guidance.ts";

/**
 * Stores what a task has changed so far as a commit on its start, without what the setup command did. It is retained under
 * `name`; using the name again releases the earlier commit.
 */
export async function captureWork(
  task: Attempt,
  name: string,
): Promise<{ commit: string; tree: string }> {
  const { step, id, control, workspace } = task;
  const tree = await workTree(task);
  const { createdAt } = step.run();
  const commit = await commitTree(control, {
    tree,
    parents: [workspace.commit],
    message: `${id}\n`,
    date: createdAt,
  });
  await retain(control, step.runId, name, commit);
  return { commit, tree };
}

/** Returns the tree of the worker's changes so far, without what the setup command did. */
export async function workTree(task: Attempt, { lenient = false } = {}): Promise<string> {
  const { control, workspace, baseline } = task;
  const captured = await captureNow(task, { lenient });
  if (baseline === null) return captured;
  const onto = await treeOf(control, workspace.commit);
  return await rebaseTree(control, { from: baseline, to: captured, onto });
}

/** Returns the tree of the workspace's current content; only one capture runs at a time. */
export async function captureNow(
  { step, control, workspace, captures }: Attempt,
  { lenient = false } = {},
): Promise<string> {
  const release = await captures.acquire(step.signal);
  try {
    return await captureTree(control, { ...workspace, lenient }, step.signal);
  } finally {
    release();
  }
}
