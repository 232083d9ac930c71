import { type Ctx } from "../../ground/kernel/context.ts";
import { hasEnded } from "../../../store/shared/session_states.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { withdrawPermissions } from "../../control/approvals/withdraw.ts";
import { cancelChildren } from "../../control/runs/end.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { getTaskSession } from "./get.ts";
import { requireTaskSession } from "./read_model.ts";
import type { TaskSessionDetails } from "./schemas.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { restateWait } from "../../control/lifecycle/task_wait.ts";

/**
 * Stops one task session and resolves when no process of it is left. Other tasks of its run continue; the run then
 * waits for a human to retry the task or to cancel. Does nothing if the session has ended.
 */
export async function stopTaskSession(
  ctx: Ctx<ExecutionLive>,
  id: string,
  reason?: string,
): Promise<TaskSessionDetails> {
  const session = requireTaskSession(ctx, id);
  if (hasEnded(session.status)) return getTaskSession(ctx, id);
  const run = requireRun(ctx, session.runId);
  if (session.entered) {
    throw new InvalidError(
      `A person is working in the task "${session.title}". Hand it back first: agent-harness hand-back ${run.id}.`,
    );
  }
  moveSession(ctx, id, "requestStop", { ...(reason !== undefined && { reason }) });
  await ctx.settled();
  await ctx.execution.halt(run.id, id);
  ctx.write(() => {
    const now = requireTaskSession(ctx, id);
    if (now.status === "stopping") finishStop(ctx, now, reason);
  });
  return getTaskSession(ctx, id);
}

/** Records that nothing of a task session is at work any more, in the caller's unit, with what follows from that. */
export function finishStop(ctx: Ctx, session: TaskSessionDocument, reason?: string): void {
  const { id, runId } = session;
  moveSession(ctx, id, "cancel", { detail: `It was stopped${reason ? `: ${reason}` : ""}.` });
  withdrawPermissions(ctx, runId, id, "The task was stopped.");
  cancelChildren(ctx, [session], `The task of the run ${runId} that started it was stopped.`);
  restateWait(ctx, runId);
}
