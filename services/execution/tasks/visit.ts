import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { protectedIn } from "../../ground/policy/git_repositories.ts";
import {
  changedPaths,
  commitTree,
  type Control,
  restoreChanges,
  retain,
  sealWorktree,
  treeOf,
  treeWithPatch,
} from "../../machine/repositories/mod.ts";
import type { RunPort, WorkspacePort } from "../commands/ports.ts";
import { workspacePaths } from "../commands/paths.ts";
import { withdrawPermissions } from "../../control/approvals/withdraw.ts";
import { relative } from "node:path";
import { PERSON } from "../../../store/shared/session_states.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import type { TaskAttempt } from "./attempt.ts";
import { Halted, type SteppedIn } from "../commands/interrupts.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { captureWork, treeNow } from "../commands/task_commits.ts";
import { downloadArtifact, recordArtifact } from "../../control/runs/artifacts.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { redactedPatch } from "./keep_attempt.ts";

const MAX_PATHS = 200;

/** The summary of a task in which nobody but a person has worked. */
export const CHANGED_BY_PERSON = "A person changed the result.";

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
  const tree = await treeNow(control, entered, workspacePaths(step.workspacePath(id)), {
    store: ctx.store,
    signal: step.signal,
  });
  const commit = await commitTree(control, {
    tree,
    parents: [entered.from],
    message: `${id}\n`,
    date: step.run().createdAt,
  });
  await retain(control, step.runId, `${id}-handed-back-${session.visits?.length ?? 0}`, commit);
  const paths = (await changedPaths(control, entered.tree, tree)).map(({ path }) => path);
  const roots = [step.workspacePath(id), control.repository.root];
  const unseen = await unseenPaths(control, session, paths, roots);
  const kept = await keepByHand(ctx, control, { from: entered.tree, to: tree });
  await step.boundary(`task:${id}:taking-back`);
  await step.advance(round, () => {
    const data = {
      commit,
      tree,
      files: paths.length,
      paths: paths.slice(0, MAX_PATHS),
      ...(unseen.length > 0 && { unseen }),
    };
    kept?.record(step.run(), session);
    record(ctx, taskSessionStream, id, [{ type: "task_session.handed_back", data }], step.context(id));
  });
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

/** More nested repositories than a person reads. */
const MAX_NAMED = 20;

/** Lets a person into the worktree of a task whose worker has stopped, once it is safe for their tools and its content is saved. */
export async function handToPerson(task: TaskAttempt, { done, record }: SteppedIn): Promise<void> {
  const { step, round, id, control, workspace, baseline } = task;
  const { ctx } = step;
  const session = ctx.store.documents.get(taskSessionStream, id);
  const restored = await restoreAttempt(task);
  const repositories = await sealWorktree(control, workspace, step.run().base!.commit);
  const { commit, tree } = await captureWork(task, `${id}-entered-${session?.visits?.length ?? 0}`);
  // A person's own round has no other work.
  const says = session?.role === PERSON ? CHANGED_BY_PERSON : done ?? session?.finished;
  await step.boundary(`task:${id}:entering`);
  await step.advance(round, () => {
    const requested = ctx.store.documents.get(taskSessionStream, id)?.enterRequested;
    if (!requested) throw new Halted();
    withdrawPermissions(ctx, step.runId, id, "A person stepped into the task.");
    const data = {
      ...(requested.by !== undefined && { by: requested.by }),
      commit,
      tree,
      from: workspace.commit,
      ...(baseline !== null && { baseline }),
      ...(workspace.alsoAt !== undefined &&
        { seenAt: relative(ctx.config.storageDirectory, workspace.alsoAt) }),
      ...(says !== undefined && { done: says }),
      ...(restored && { restored }),
      ...(repositories.length > 0 && { repositories: repositories.slice(0, MAX_NAMED) }),
    };
    record();
    task.there?.record();
    if (!moveSession(ctx, id, "enter", data)) throw new Halted();
  });
}

/**
 * Writes what the failed attempt of an earlier run left into the worktree, where a person steps into the node for the first
 * time, or what they had handed back before. Returns the last artifact, or the first one that does not fit, after which nothing
 * is restored; null if there is nothing to restore.
 */
async function restoreAttempt(
  { step, id, control, workspace }: TaskAttempt,
): Promise<{ runId: string; path: string; fits: boolean } | null> {
  const patches = patchesToRestore(step, id);
  const last = patches.at(-1);
  if (!last) return null;
  const start = await treeOf(control, workspace.commit);
  let to = start;
  for (const found of patches) {
    const patch = await downloadArtifact(step.ctx, found.runId, found.path).catch((cause) => {
      if (cause instanceof NotFoundError) return null; // the earlier run was deleted
      throw cause;
    });
    const tree = patch && await treeWithPatch(control, to, patch.body);
    if (tree === null) return { ...found, fits: false };
    to = tree;
  }
  return { ...last, fits: await restoreChanges(control, workspace, { from: start, to }) };
}

/** The patches to begin from: what this person had handed back and was lost, or the failed attempt of an earlier run. */
function patchesToRestore(step: RunPort, id: string): { runId: string; path: string }[] {
  const { enterRequested, node, visits } = step.ctx.store.documents.get(taskSessionStream, id) ?? {};
  if (enterRequested?.patches) return enterRequested.patches.map((path) => ({ runId: step.runId, path }));
  const { resume } = step.run();
  if (resume?.enter?.patch === undefined || node?.path !== resume.enter.path || visits) return [];
  return [{ runId: resume.runId, path: resume.enter.patch }];
}

/** Returns the path of the artifact with what a person changed in their so many-th stay in a task session. */
export const byHandPatch = (id: string, stay: number): string => `tasks/${id}/by-hand-${stay}.patch`;

/** A stored patch. `record` makes it an artifact in the caller's unit and returns its path. */
type KeptByHand = {
  sha256: string;
  record: (run: RunDocument, session: TaskSessionDocument) => string;
};

/** Stores the patch of what a person changed in a task. Returns null if nothing was changed. */
export async function keepByHand(
  ctx: Ctx,
  control: Control,
  trees: { from: string; to: string },
): Promise<KeptByHand | null> {
  if (trees.from === trees.to) return null;
  const patch = await redactedPatch(ctx, control, trees);
  const content = await ctx.artifacts.write(patch);
  return {
    sha256: content.sha256,
    record: (run, { id, title, entered, visits = [] }) => {
      const keptBefore = (run.keptChanges ?? []).filter(({ taskSessionId }) => taskSessionId === id);
      const path = byHandPatch(id, visits.length + keptBefore.length + 1);
      recordArtifact(ctx, { ...contextOf(run), taskSessionId: id }, content, {
        path,
        purpose: "task-patch",
        previewType: "diff",
        label: "Patch by hand",
        summary: `What ${entered?.by ?? "a person"} changed in "${title.slice(0, 80)}"`,
        mediaType: "text/x-diff",
      }, { text: patch });
      return path;
    },
  };
}
