import { approvalStream } from "../../../store/approvals/stream.ts";
import { type Ctx } from "../../ground/kernel/context.ts";
import { requireRun } from "../runs/read_model.ts";
import { moveRun } from "../lifecycle/runs.ts";
import { moveApproval } from "../lifecycle/approvals.ts";

/**
 * Withdraws the open questions of a task session, in the caller's unit, so that a run waiting for them continues.
 * `only` names one approval.
 */
export function withdrawPermissions(
  ctx: Ctx,
  runId: string,
  taskSessionId: string,
  detail: string,
  only?: string,
): void {
  for (const approval of ctx.store.documents.all(approvalStream, { runId })) {
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
