import {
  captureTree,
  commitTree,
  type Control,
  rebaseTree,
  retain,
  treeOf,
  type Workspace,
} from "../repositories/mod.ts";
import type { Pool } from "./pool.ts";
import type { RunPort } from "./ports.ts";

/** The worktree of a task session while it is worked on. */
export type TaskWorktree = {
  step: RunPort;
  /** The id of the task session. */
  id: string;
  control: Control;
  workspace: Workspace;
  /** The tree that the setup command left; null without a setup. */
  baseline: string | null;
  /** Runs one capture of the workspace at a time. */
  captures: Pool;
};

/**
 * Stores what a task has changed so far as a commit on its start, without what the setup command did. It is retained under
 * `name`; using the name again releases the earlier commit.
 */
export async function captureWork(
  task: TaskWorktree,
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
export async function workTree(task: TaskWorktree, { lenient = false } = {}): Promise<string> {
  const { control, workspace, baseline } = task;
  const captured = await captureNow(task, { lenient });
  if (baseline === null) return captured;
  const onto = await treeOf(control, workspace.commit);
  return await rebaseTree(control, { from: baseline, to: captured, onto });
}

/** Returns the tree of the workspace's current content; only one capture runs at a time. */
export async function captureNow(
  { step, control, workspace, captures }: TaskWorktree,
  { lenient = false } = {},
): Promise<string> {
  const release = await captures.acquire(step.signal);
  try {
    return await captureTree(control, { ...workspace, lenient }, step.signal);
  } finally {
    release();
  }
}
