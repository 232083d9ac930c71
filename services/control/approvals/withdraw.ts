import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
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
  withdraw(
    ctx,
    runId,
    detail,
    (each) => each.taskSessionId === taskSessionId && (only === undefined || each.id === only),
  );
}

/** Withdraws the open questions of several task sessions of a run, such as those that are done again, in the caller's unit. */
export function withdrawAll(
  ctx: Ctx,
  runId: string,
  sessions: readonly { id: string }[],
  detail: string,
): void {
  const ids = new Set(sessions.map(({ id }) => id));
  withdraw(ctx, runId, detail, ({ taskSessionId }) => taskSessionId !== undefined && ids.has(taskSessionId));
}

function withdraw(
  ctx: Ctx,
  runId: string,
  detail: string,
  concerns: (approval: ApprovalDocument) => boolean,
): void {
  for (const approval of ctx.store.documents.all(approvalStream, { runId })) {
    const { id, status, taskSessionId } = approval;
    if (status !== "pending" || !concerns(approval)) continue;
    moveApproval(ctx, id, "cancel", { detail }, taskSessionId);
    const { waitingFor } = requireRun(ctx, runId);
    if (waitingFor?.id !== id) continue;
    const data = { reason: "the question was withdrawn" };
    moveRun(ctx, runId, "proceed", data);
  }
}
