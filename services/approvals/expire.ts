import { approvalStream } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type Ctx } from "../kernel/context.ts";
import { failRun } from "../runs/end.ts";
import { moveApproval } from "../lifecycle/approvals.ts";

const PAGE = 200;

/**
 * Lets approvals expire that nobody decided in time, and fails their runs. Returns how many. They all live equally long, so
 * the oldest pending ones are the first to expire.
 */
export function expireApprovals(ctx: Ctx): number {
  const now = ctx.now().toISOString();
  const expired = ctx.store.documents.find(approvalStream, { status: "pending" }, { limit: PAGE })
    .filter((approval) => approval.expiresAt <= now);
  for (const approval of expired) {
    const run = ctx.store.documents.get(runStream, approval.runId);
    const detail = `Nobody decided it by ${approval.expiresAt}.`;
    moveApproval(ctx, approval.id, "expire", { detail });
    if (run) failRun(ctx, run, "approval_expired", `The approval ${approval.id} expired. ${detail}`);
  }
  return expired.length;
}
