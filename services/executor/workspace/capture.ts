import { captureTree, commitTree, rebaseTree, retain, treeOf } from "../../repositories/mod.ts";
import type { Attempt } from "../asking/guidance.ts";

/**
 * Keeps what a task has changed so far as a commit on what it began from, without what the setup command did. `name` says
 * what it is kept as; the same name again lets go of the one before.
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

/** The tree of what the task's worker has made so far, without what the setup command did. */
export async function workTree(task: Attempt): Promise<string> {
  const { control, workspace, baseline } = task;
  const captured = await captureNow(task);
  if (baseline === null) return captured;
  const onto = await treeOf(control, workspace.commit);
  return await rebaseTree(control, { from: baseline, to: captured, onto });
}

/** The tree of what the workspace holds now; one capture goes on at a time. */
export async function captureNow({ step, control, workspace, captures }: Attempt): Promise<string> {
  const release = await captures.acquire(step.signal);
  try {
    return await captureTree(control, workspace, step.signal);
  } finally {
    release();
  }
}
