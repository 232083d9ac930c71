import { type TaskSessionDocument, taskSessionStream } from "../../store/task_sessions/stream.ts";
import { record } from "../kernel/context.ts";
import { protectedIn } from "../policy/git_repositories.ts";
import {
  captureTree,
  changedPaths,
  commitTree,
  type Control,
  rebaseTree,
  retain,
  treeOf,
} from "../repositories/mod.ts";
import type { RunPort, WorkspacePort } from "../commands/ports.ts";
import { type WorkspacePaths, workspacePaths } from "../commands/paths.ts";
import { keepByHand } from "./keep_by_hand.ts";

const MAX_PATHS = 200;

/** Saves what a person changed in a task's worktree, from which the next attempt begins. Does nothing where no one stepped in. */
export async function captureVisit(
  step: RunPort & WorkspacePort,
  control: Control,
  round: number,
  id: string,
): Promise<void> {
  const { ctx } = step;
  const session = ctx.store.documents.get(taskSessionStream, id);
  const entered = session?.entered;
  if (!entered) return;
  const tree = await treeNow(control, entered, workspacePaths(step.workspacePath(id)), step.signal);
  const commit = await commitTree(control, {
    tree,
    parents: [entered.from],
    message: `${id}\n`,
    date: step.run().createdAt,
  });
  await retain(control, step.runId, `${id}-handed-back-${session.visits?.length ?? 0}`, commit);
  const changes = await changedPaths(control, entered.tree, tree);
  const paths = changes.map(({ path }) => path);
  const roots = [step.workspacePath(id), control.repository.root];
  const unseen = await unseenPaths(control, session, paths, roots);
  const kept = await keepByHand(ctx, control, { from: entered.tree, to: tree });
  await step.boundary(`task:${id}:taking-back`);
  await step.advance(round, () => {
    const data = {
      commit,
      tree,
      files: changes.length,
      paths: paths.slice(0, MAX_PATHS),
      ...(unseen.length > 0 && { unseen }),
    };
    kept?.record(step.run(), session);
    record(ctx, taskSessionStream, id, [{ type: "task_session.handed_back", data }], step.context(id));
  });
}

/** Returns the tree of the worktree that a person is in. A worktree that was removed in the meantime counts as unchanged. */
export async function treeNow(
  control: Control,
  { from, tree, baseline }: NonNullable<TaskSessionDocument["entered"]>,
  { directory, indexFile, lenient = false }: WorkspacePaths & { lenient?: boolean },
  signal?: AbortSignal,
): Promise<string> {
  const isThere = await Deno.stat(directory).then((info) => info.isDirectory, () => false);
  if (!isThere) return tree;
  const held = await captureTree(control, { directory, indexFile, commit: from, lenient }, signal);
  if (baseline === undefined) return held;
  return await rebaseTree(control, { from: baseline, to: held, onto: await treeOf(control, from) });
}

/** Returns the worker's changes to protected paths from before the person came, except those the person has changed. */
async function unseenPaths(
  control: Control,
  { entered, unseen }: TaskSessionDocument,
  byPerson: readonly string[],
  roots: readonly string[],
): Promise<string[]> {
  const byWorker = (await changedPaths(control, entered!.from, entered!.tree)).map(({ path }) => path)
    .filter((path) => protectedIn(roots, path) !== null);
  return [...new Set([...unseen?.paths ?? [], ...byWorker])].filter((path) => !byPerson.includes(path));
}
