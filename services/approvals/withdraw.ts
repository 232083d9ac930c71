import { approvalStream } from "../../store/approvals/stream.ts";
import { type Ctx } from "../kernel/context.ts";
import { requireRun } from "../runs/read_model.ts";
import { moveRun } from "../lifecycle/runs.ts";
import { moveApproval } from "../lifecycle/approvals.ts";

/**
 * Takes back what a task session asked and nobody has decided, in the caller's unit; a run that waits for it goes on.
 * `only` names one approval; all of the session's without it.
 */
export function withdrawPermissions(
  ctx: Ctx,
  runId: string,
  taskSessionId: string,
  detail: string,
  only?: string,
): void {
  for (const approval of ctx.store.documents.find(approvalStream, { runId }, { limit: 1000 })) {
    const { id, status } = approval;
    if (approval.taskSessionId !== taskSessionId || status !== "pending") continue;
    if (only !== undefined && id !== only) continue;
    moveApproval(ctx, id, "cancel", { detail }, taskSessionId);
    const { waitingFor } = requireRun(ctx, runId);
    if (waitingFor?.id !== id) continue;
    const data = { reason: "the question was withdrawn" };
    moveRun(ctx, runId, "proceed", data);
  }
}
