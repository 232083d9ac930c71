import { shownTime } from "../../ground/kernel/words.ts";
import { openApprovals } from "../../../store/approvals/open.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { ApplyingLive } from "./applying.ts";
import { type Ctx } from "../../ground/kernel/context.ts";
import { failRun } from "../runs/end.ts";
import { moveApproval } from "../lifecycle/approvals.ts";

/** Returns when the next approval expires, or null if none is open. */
export function nextExpiry(ctx: Ctx): Date | null {
  const [first] = openApprovals(ctx.store.documents, { limit: 1 });
  return first ? new Date(first.expiresAt) : null;
}

/** Expires up to `most` approvals that were not decided in time, and fails their runs. Returns how many. */
export function expireApprovals(ctx: Ctx<ApplyingLive>, most: number): number {
  const expired = openApprovals(ctx.store.documents, {
    until: ctx.now().toISOString(),
    limit: most,
  });
  for (const approval of expired) {
    const detail = `It was not decided by ${shownTime(approval.expiresAt)}.`;
    moveApproval(ctx, approval.id, "expire", { detail });
    ctx.applying.applierOf(approval)?.ended?.(ctx, approval, detail);
    const run = approval.subject ? null : ctx.store.documents.get(runStream, approval.runId);
    if (run) failRun(ctx, run, "approval_expired", `The approval ${approval.id} expired. ${detail}`);
  }
  return expired.length;
}
