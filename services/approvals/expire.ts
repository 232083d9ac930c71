import { approvalStream } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import type { ApplyingLive } from "./applying.ts";
import { type Ctx } from "../kernel/context.ts";
import { failRun } from "../runs/end.ts";
import { moveApproval } from "../lifecycle/approvals.ts";

/** Returns when the next approval expires; null where none waits. */
export function nextExpiry(ctx: Ctx): Date | null {
  const [first] = ctx.store.documents.find(approvalStream, { status: "pending" }, { limit: -1 })
    .map(({ expiresAt }) => expiresAt).toSorted();
  return first === undefined ? null : new Date(first);
}

/** Lets approvals expire that nobody decided in time, and fails their runs. Returns how many. */
export function expireApprovals(ctx: Ctx<ApplyingLive>): number {
  const now = ctx.now().toISOString();
  const expired = ctx.store.documents.find(approvalStream, { status: "pending" }, { limit: -1 })
    .filter((approval) => approval.expiresAt <= now);
  for (const approval of expired) {
    const detail = `Nobody decided it by ${approval.expiresAt}.`;
    moveApproval(ctx, approval.id, "expire", { detail });
    ctx.applying.applierOf(approval)?.ended?.(ctx, approval, detail);
    const run = approval.subject ? null : ctx.store.documents.get(runStream, approval.runId);
    if (run) failRun(ctx, run, "approval_expired", `The approval ${approval.id} expired. ${detail}`);
  }
  return expired.length;
}
