import { join } from "node:path";
import { notePending, removePending } from "../../../../store/pending_files.ts";
import { isTerminal, type RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import { contextFor, type Core, record } from "../../../ground/kernel/context.ts";
import { ownedBy } from "../../../ground/kernel/owned_by.ts";
import { singleFlight } from "../../../ground/kernel/single_flight.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { sessionsOf } from "../../../control/lifecycle/sessions.ts";
import type { Boundary } from "../../../ground/kernel/subject.ts";
import { controlOf, workspacesOf } from "../../commands/control.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { workspacePaths } from "../../commands/paths.ts";
import { treeNow } from "../../commands/task_commits.ts";
import { keepByHand } from "../../tasks/visit.ts";
import { entriesOf } from "../../../machine/repositories/git/files.ts";

/**
 * Stores the changes of people who were in tasks of a run when it ended, unless they are stored already. Returns false if
 * that failed: the worktrees must then be kept.
 */
export const storeManualChanges = (
  service: Core & ExecutorLive,
  runId: string,
  boundary: Boundary = () => {},
): Promise<boolean> =>
  singleFlight(flightsOf(service.store), runId, () => storeOfRun(service, runId, boundary));

/** Two calls at once would replace each other's index of the worktree. */
const flightsOf = ownedBy<Core["store"], Map<string, Promise<boolean>>>(() => new Map());

async function storeOfRun(service: Core & ExecutorLive, runId: string, boundary: Boundary): Promise<boolean> {
  const run = service.store.documents.get(runStream, runId);
  if (!run || !isTerminal(run.status)) return true;
  try {
    for (const session of sessionsOf(service, runId)) {
      if (session.entered) await storeOfTask(service, run, session, boundary);
    }
    return true;
  } catch (cause) {
    service.log.error(
      `What a person changed in the run ${runId} could not be stored; its worktree stays`,
      cause,
    );
    return false;
  }
}

async function storeOfTask(
  service: Core & ExecutorLive,
  run: RunDocument,
  session: TaskSessionDocument,
  boundary: Boundary,
): Promise<void> {
  const { id, title, entered } = session;
  const paths = workspacePaths(join(workspacesOf(service.config.storageDirectory), run.id, id));
  if (!await Deno.stat(paths.directory).then(() => true, () => false)) return;
  const control = await controlOf(service, run);
  // What git cannot track must not keep the rest from being stored.
  const tree = await treeNow(control, entered!, { ...paths, lenient: true }, service);
  if (tree === lastTree(run, session)) return;
  const ctx = contextFor(service, "coordinator");
  const kept = await keepByHand(ctx, control, { from: entered!.tree, to: tree });
  if (!kept) return;
  await boundary(`task:${id}:keeping`);
  const isRecorded = await ctx.store.commit(() => {
    const now = ctx.store.documents.get(runStream, run.id);
    if (!now || lastTree(now, session) === tree) {
      notePending(ctx.store, [kept.sha256]);
      return false;
    }
    const path = kept.record(now, session);
    const data = {
      taskSessionId: id,
      title,
      ...(entered!.by !== undefined && { by: entered!.by }),
      path,
      tree,
    };
    const context = { ...contextOf(now), taskSessionId: id };
    record(ctx, runStream, run.id, [{ type: "run.changes_kept", data }], context);
    return true;
  });
  if (isRecorded) return;
  // The run was deleted, or another call stored the same: content that counts as being written is never erased.
  ctx.artifacts.recorded(kept.sha256);
  await removePending(ctx.store, ctx.artifacts);
}

/** Returns the newest tree of the worktree that is stored: what was kept last, or what the person found. */
const lastTree = ({ keptChanges = [] }: RunDocument, { id, entered }: TaskSessionDocument): string =>
  keptChanges.findLast(({ taskSessionId }) => taskSessionId === id)?.tree ?? entered!.tree;

/**
 * Removes all workspaces except those that a person is in: their changes exist nowhere else. Those of a run that has ended are
 * stored first.
 */
export async function removeUnentered(
  service: Core & ExecutorLive,
  remove: (path: string) => Promise<void>,
): Promise<void> {
  const workspaces = workspacesOf(service.config.storageDirectory);
  for (const { name: runId } of await entriesOf(workspaces)) {
    const run = service.store.documents.get(runStream, runId);
    const isOver = run !== null && isTerminal(run.status) && await storeManualChanges(service, runId);
    const entered = isOver ? [] : enteredIn(service, runId);
    if (entered.length === 0) await remove(join(workspaces, runId));
    for (const { name } of entered.length === 0 ? [] : await entriesOf(join(workspaces, runId))) {
      const isKept = entered.some((id) => name === id || name.startsWith(`${id}.`));
      if (!isKept) await remove(join(workspaces, runId, name));
    }
  }
}

const enteredIn = ({ store }: Core, runId: string): string[] =>
  store.documents.find(taskSessionStream, { runId }, { limit: -1 })
    .flatMap(({ id, entered }) => entered ? [id] : []);
