import { isTerminal, type RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../../ground/kernel/errors.ts";
import { sessionsOf } from "../../../control/lifecycle/sessions.ts";
import { artifactsOf } from "../../../control/runs/artifacts.ts";
import { requireRun } from "../../../control/runs/read_model.ts";
import { retryRun } from "../../../control/runs/retry.ts";
import type { LoadedWorkflow } from "../../nodes/loaded.ts";
import { namesOf, whyNot } from "./find_task.ts";
import type { EnterRunInput } from "./schemas.ts";
import { dataOf } from "../../../../store/stream.ts";

const LAST_EVENTS = 500;

/**
 * Continues a workflow that failed in a new run, in which the person steps into the failed node with what its last attempt left.
 * Returns the new run, or the one of an earlier call. Throws `InvalidError`, which says where the work of the ended run is.
 */
export function continueInside(
  ctx: Ctx,
  run: RunDocument,
  workflow: LoadedWorkflow | null,
  { taskId, by }: EnterRunInput,
): RunDocument {
  const { id, path } = failedNode(ctx, run, workflow, taskId);
  const before = openRetry(ctx, run, path);
  if (before) return before;
  const patch = patchesOf(ctx, run).findLast((each) => each.path.startsWith(`tasks/${id}/attempt-`))?.path;
  const next = retryRun(ctx, run.id, { resume: { version: "same", invalidate: [] } }, {
    path,
    taskSessionId: id,
    ...(by !== undefined && { by }),
    ...(patch !== undefined && { patch }),
  });
  return requireRun(ctx, next.id);
}

/** Returns the newest open run that continues an ended one in this node; null without one. Others may have retried it, too. */
function openRetry({ store }: Ctx, { id }: RunDocument, path: string): RunDocument | null {
  const retries = store.events.newestOfRun(id, LAST_EVENTS)
    .flatMap((event) => dataOf(event, runStream, "run.retried") ?? [])
    .map(({ retryRunId }) => store.documents.get(runStream, retryRunId));
  return retries.findLast((next) =>
    next !== null && !isTerminal(next.status) && next.resume?.enter?.path === path
  ) ?? null;
}

function failedNode(
  ctx: Ctx,
  run: RunDocument,
  workflow: LoadedWorkflow | null,
  taskId: string | undefined,
): { id: string; path: string } {
  const sessions = sessionsOf(ctx, run.id);
  if (taskId !== undefined && !sessions.some((session) => session.taskId === taskId)) {
    throw new NotFoundError(`task of the run ${run.id}`, taskId);
  }
  const failed = sessions.filter((session) =>
    run.status !== "completed" && session.status === "failed" && session.node &&
    whyNot(session, workflow) === null
  );
  const meant = failed.filter((session) => taskId === undefined || session.taskId === taskId);
  const [session, ...more] = meant;
  if (!session) throw new InvalidError(refusal(ctx, run, failed));
  if (more.length > 0) {
    throw new InvalidError(
      `Several nodes of the run ${run.id} failed: ${namesOf(failed)}. Say which with --task-id.`,
    );
  }
  return { id: session.id, path: session.node!.path };
}

function refusal(ctx: Ctx, run: RunDocument, failed: readonly TaskSessionDocument[]): string {
  const ended = `The run ${run.id} is ${run.status}; its worktree no longer exists.`;
  if (failed.length > 0) return `${ended} You can step into a node that failed: ${namesOf(failed)}.`;
  const paths = patchesOf(ctx, run).map(({ path }) => path);
  const left = paths.length === 0
    ? ""
    : ` What its tasks left is in its artifacts ${paths.slice(-5).join(", ")}.`;
  return `${ended}${left} Retry it to get a new run.`;
}

/** The patches of tasks and of people in them, oldest first. */
const patchesOf = (ctx: Ctx, run: RunDocument) =>
  artifactsOf(ctx, run.id).filter(({ purpose }) => purpose === "task-patch")
    .toSorted((a, b) => a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0);
