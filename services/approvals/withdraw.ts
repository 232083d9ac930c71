import { approvalStream } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { contextOf } from "../runs/event_context.ts";
import { requireRun } from "../runs/read_model.ts";

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
  const context = { ...contextOf(requireRun(ctx, runId)), taskSessionId };
  for (const approval of ctx.store.documents.find(approvalStream, { runId }, { limit: 1000 })) {
    const { id, status, permissionKey } = approval;
    if (approval.taskSessionId !== taskSessionId || status !== "pending" || !permissionKey) continue;
    if (only !== undefined && id !== only) continue;
    record(ctx, approvalStream, id, [{ type: "approval.cancelled", data: { detail } }], context);
    const { waitingFor } = requireRun(ctx, runId);
    if (waitingFor?.id !== id) continue;
    const data = { reason: "what it waited for is no longer asked" };
    record(ctx, runStream, runId, [{ type: "run.resumed", data }], contextOf(requireRun(ctx, runId)));
  }
}
