import { approvalStream } from "../../../store/approvals/stream.ts";
import { isTerminal, type RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { type ReasonInput, reasonOf } from "../../ground/kernel/schemas.ts";
import { defined } from "../../../store/shared/records.ts";
import { withdrawAll, withdrawPermissions } from "../../control/approvals/withdraw.ts";
import { awaitsDependency } from "../../control/lifecycle/awaits_dependency.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { cancelChildren } from "../../control/runs/end.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { requireTaskSession, summariseTaskSession } from "./read_model.ts";
import type { TaskCardResult } from "./schemas.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { moveApproval } from "../../control/lifecycle/approvals.ts";
import { counting, isOut, sessionsOf } from "../../control/lifecycle/sessions.ts";
import { restateWait, waitsForTask } from "../../control/lifecycle/task_wait.ts";

/** The actions on a task card. */
type CardMove = "retry" | "escalate" | "block";

/**
 * Retries, escalates or blocks a task card. Retry starts a new attempt, also of what depends on it; escalate hands the
 * card to a human; block puts it and its dependants on hold. Work in progress on it is stopped first. A result that
 * contains its work is withdrawn.
 */
export async function moveCard(
  ctx: Ctx<ExecutionLive>,
  { id: runId, taskId }: { id: string; taskId: string },
  move: CardMove,
  input: ReasonInput,
): Promise<TaskCardResult> {
  const { run, session } = find(ctx, runId, taskId);
  if (isTerminal(run.status)) {
    throw new InvalidError(
      `The run ${runId} is ${run.status}, so its tasks can no longer be changed. Retry the run instead.`,
    );
  }
  const applied = run.approvalId && ctx.store.documents.get(approvalStream, run.approvalId)?.application;
  if (applied === "ready" || applied === "applying" || applied === "applied") {
    throw new InvalidError(
      `The run ${runId} is applying its approved patch, so its tasks cannot be changed now.`,
    );
  }
  if (isOut(run, session)) {
    throw new InvalidError(
      `The task "${session.title}" belongs to contender ${session.contender}, which is out of the race or was not picked.`,
    );
  }
  const inside = dependantsOf(session, sessionsOf(ctx, runId)).find(({ entered }) => entered);
  if (inside) {
    throw new InvalidError(
      `A person is working in the task "${inside.title}". Hand it back first: agent-harness hand-back ${runId}.`,
    );
  }
  const moved = ctx.write(() => {
    const reason = defined({ reason: reasonOf(input) });
    withdrawPermissions(ctx, runId, session.id, "A person took over the task.");
    const begun = dependantsOf(session, sessionsOf(ctx, runId));
    cancelChildren(ctx, begun, `The task of the run ${runId} that started it was taken over by a person.`);
    const touched = move === "retry"
      ? retryCard(ctx, run, session, reason)
      : holdCard(ctx, run, session, move, reason);
    return { touched, now: requireTaskSession(ctx, session.id) };
  });
  const ended: Promise<void>[] = [];
  if (run.status === "running" || run.waitingFor?.kind === "approval") {
    // Current work belongs to the previous attempt, and work that starts while the change is recorded belongs to the
    // next one. A new round makes the whole run start again at that point.
    const whole = requireRun(ctx, runId).round > run.round;
    const halted = whole ? [undefined] : moved.touched;
    ended.push(...halted.map((id) => ctx.execution.halt(runId, id)));
  }
  await Promise.all([ctx.settled(), ...ended]);
  const taskSession = summariseTaskSession(requireRun(ctx, runId), moved.now, sessionsOf(ctx, runId));
  return { id: taskId, runId, taskSessionId: session.id, card: taskSession.card, taskSession };
}

function find(
  ctx: Ctx<ExecutionLive>,
  runId: string,
  taskId: string,
): { run: RunDocument; session: TaskSessionDocument } {
  const run = requireRun(ctx, runId);
  const session = sessionsOf(ctx, runId).find((candidate) =>
    candidate.taskId === taskId || candidate.id === taskId
  );
  if (!session) throw new NotFoundError(`task card of the run ${runId}`, taskId);
  return { run, session };
}

type Reason = { reason?: string };

/** Queues the task and what depends on it, in the caller's unit; returns their ids. */
export function retryCard(
  ctx: Ctx,
  run: RunDocument,
  session: TaskSessionDocument,
  reason: Reason,
): string[] {
  moveSession(ctx, session.id, "retry", reason);
  const again = redo(ctx, run, dependantsOf(session, sessionsOf(ctx, run.id)), reason);
  const waits = requireRun(ctx, run.id);
  // What blocks the whole run, such as its commands or a provider, is still to be decided or to come.
  const gate = !waitsForTask(ctx, waits) &&
    (awaitsDependency(waits) || waits.waitingFor?.kind === "approval" && waits.round === run.round);
  if (waits.status === "waiting" && !gate) {
    moveRun(ctx, run.id, "proceed", { reason: "a task was retried" });
  }
  return again;
}

/** States of a task that began from the results of those that it depends on. */
const BEGUN: readonly TaskSessionDocument["status"][] = ["running", "waiting", "completed", "failed"];

/**
 * Excludes the task from the run, in the caller's unit; the others continue. What was done on top of its result is done again
 * after it. Returns the ids of all that was changed.
 */
function holdCard(
  ctx: Ctx,
  run: RunDocument,
  session: TaskSessionDocument,
  move: "escalate" | "block",
  reason: Reason,
): string[] {
  moveSession(ctx, session.id, move, reason);
  const begun = dependantsOf(session, sessionsOf(ctx, run.id))
    .filter(({ id, status, card }) => id !== session.id && BEGUN.includes(status) && card !== "escalated");
  withdrawAll(ctx, run.id, begun, "A task that it depends on was put on hold.");
  const again = redo(ctx, run, begun, reason, session.id);
  const now = requireRun(ctx, run.id);
  if (now.status === "waiting" && now.round > run.round) {
    moveRun(ctx, run.id, "proceed", { reason: "a finished task was put on hold" });
  }
  restateWait(ctx, run.id);
  return [session.id, ...again];
}

/** Queues the sessions, or all but the held one if the base moved on; a result that contains them is withdrawn. */
function redo(
  ctx: Ctx,
  run: RunDocument,
  sessions: TaskSessionDocument[],
  { reason }: Reason,
  held?: string,
): string[] {
  const application = run.approvalId &&
    ctx.store.documents.get(approvalStream, run.approvalId)?.application;
  // The results of the tasks belong to another base: all are done again.
  const stale = application === "stale" || run.rebasedFrom !== undefined;
  const round = run.result || stale ? run.round + 1 : run.round;
  const again = (stale ? counting(run, sessionsOf(ctx, run.id)).filter(isWanted) : sessions)
    .filter((session) => session.id !== held && !isOut(run, session));
  // What they asked is about what is done anew.
  withdrawAll(ctx, run.id, again, "The task is done again.");
  for (const { id } of again) moveSession(ctx, id, "queue", { round });
  if (round > run.round) reopen(ctx, run, round, { rebase: stale, ...(reason && { note: reason }) });
  return again.map(({ id }) => id);
}

/** What a person stopped stays so; of nodes, the workflow decides. */
const isWanted = ({ node, status }: TaskSessionDocument): boolean =>
  node !== undefined || status !== "cancelled" && status !== "skipped";

/** Starts another round: the result of the last one and its checkpoint no longer count. */
export function reopen(
  ctx: Ctx,
  run: RunDocument,
  round: number,
  how: { rebase: boolean; note?: string; lost?: string[] },
): void {
  if (run.approvalId && ctx.store.documents.get(approvalStream, run.approvalId)?.status === "pending") {
    const detail = "The work was resumed. A new checkpoint will show the result.";
    moveApproval(ctx, run.approvalId, "supersede", { detail });
  }
  record(ctx, runStream, run.id, [
    { type: "run.rework_requested", data: { round, ...how } },
  ], contextOf(run));
}

function dependantsOf(session: TaskSessionDocument, all: TaskSessionDocument[]): TaskSessionDocument[] {
  const found = new Set([session.taskId]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const other of all) if (other.dependsOn.some((id) => found.has(id))) found.add(other.taskId);
  }
  return all.filter((other) => found.has(other.taskId));
}
