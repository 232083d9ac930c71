import {
  captureTree,
  commitTree,
  type Control,
  mergeResults,
  rebaseTree,
  restorePaths,
  retain,
  treeOf,
  workingDirectory,
  type Workspace,
} from "../../machine/repositories/mod.ts";
import { whileStill, whileStillIn } from "../../machine/processes/while_still.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { WorkspacePaths } from "./paths.ts";
import type { Pool } from "./pool.ts";
import type { RunPort } from "./ports.ts";
import { StepFailed } from "./interrupts.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";

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
  /** The ids of the programs that work in it now; they are stopped while its files are read or restored. */
  programs: Set<number>;
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
  task: TaskWorktree,
  { lenient = false } = {},
): Promise<string> {
  const { step, control, workspace } = task;
  return await alone(task, () => captureTree(control, { ...workspace, lenient }, step.signal));
}

/** Restores files of the workspace from a tree, and removes those that the tree does not contain. */
export async function restoreNow(task: TaskWorktree, tree: string, paths: readonly string[]): Promise<void> {
  await alone(task, () => restorePaths(task.control, task.workspace, tree, paths));
}

/** Does something with the files of a workspace while nothing else does. */
async function alone<T>({ step, captures, programs }: TaskWorktree, work: () => Promise<T>): Promise<T> {
  const release = await captures.acquire(step.signal);
  try {
    return await whileStill(step.ctx.store, programs, work);
  } finally {
    release();
  }
}

/** Returns the tree of the worktree that a person is in. A worktree that was removed in the meantime counts as unchanged. */
export async function treeNow(
  control: Control,
  { from, tree, baseline }: NonNullable<TaskSessionDocument["entered"]>,
  { directory, indexFile, lenient = false }: WorkspacePaths & { lenient?: boolean },
  { store, signal }: { store: Core["store"]; signal?: AbortSignal },
): Promise<string> {
  const isThere = await Deno.stat(directory).then((info) => info.isDirectory, () => false);
  if (!isThere) return tree;
  // Their shell may be open, with a program in it.
  const held = await whileStillIn(
    store,
    workingDirectory(control, { directory }),
    () => captureTree(control, { directory, indexFile, commit: from, lenient }, signal),
  );
  if (baseline === undefined) return held;
  return await rebaseTree(control, { from: baseline, to: held, onto: await treeOf(control, from) });
}

/** Returns the commit that an attempt of a task begins from: what was there when it was interrupted, or the task's start. */
export async function startCommitOf(step: RunPort, control: Control, id: string): Promise<string> {
  const session = step.sessions().find((candidate) => candidate.id === id)!;
  return session.resumeFrom?.commit ?? await firstStartOf(step, control, id);
}

/** Returns the commit that a task begins from: what rework builds on, the results of its dependencies, or the run's base. */
export async function firstStartOf(step: RunPort, control: Control, id: string): Promise<string> {
  const sessions = step.sessions();
  const session = sessions.find((candidate) => candidate.id === id)!;
  if (session.startCommit) return session.startCommit;
  const base = step.run().base!.commit;
  const results = sessions.filter((other) => session.dependsOn.includes(other.taskId)).map((other) =>
    other.result!.commit
  );
  const merged = await mergeResults(control, base, results, step.run().createdAt);
  if ("conflicts" in merged) throw new StepFailed("apply_conflict", conflict(merged.conflicts));
  return merged.commit;
}

/** Returns the sentence about paths on which two results conflict. */
export const conflict = (paths: readonly string[]): string =>
  `Two tasks made conflicting changes to ${paths.slice(0, 10).join(", ")}. Ask for them in separate runs.`;

/**
 * Returns a tree in which protected paths have their content from before the worker changed them, as far as that was before
 * a person stepped in: nobody has reviewed these changes.
 */
export async function withoutUnseen({ step, id, control }: TaskWorktree, tree: string): Promise<string> {
  const unseen = step.ctx.store.documents.get(taskSessionStream, id)?.unseen;
  if (!unseen) return tree;
  const before = await treeOf(control, unseen.from);
  return await rebaseTree(control, { from: tree, to: before, onto: tree, only: unseen.paths });
}
