import { approvalStream } from "../../../store/approvals/stream.ts";
import { type Ctx } from "../../ground/kernel/context.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";
import { resumeForTask } from "../../control/lifecycle/task_wait.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { startable } from "../tasks/startable.ts";

/**
 * Resumes a waiting run whose condition has been met in the meantime, for example while it was paused, or that has other
 * interrupted tasks which can start again.
 */
export function proceedIfMoved(ctx: Ctx, runId: string): void {
  const { status, waitingFor, definitionSha256, approvalId } = requireRun(ctx, runId);
  if (status !== "waiting" || !waitingFor) return;
  const { kind, id } = waitingFor;
  if (kind === "approval" && ctx.store.documents.get(approvalStream, id)?.status !== "pending") {
    moveRun(ctx, runId, "proceed", { reason: "the approval was decided in the meantime" });
  } else if (kind === "input" && id !== approvalId && ctx.store.documents.has(approvalStream, id)) {
    // It waited because its result did not fit, which is no longer its result.
    moveRun(ctx, runId, "proceed", { reason: "the work is to be done again" });
  } else if (definitionSha256) {
    // What comes next in a workflow depends on more than its existing task sessions.
    resumeForTask(ctx, runId, "the workflow is checked again");
  } else if (startable(sessionsOf(ctx, runId), ctx).length > 0) {
    resumeForTask(ctx, runId, "a task can continue");
  }
}
