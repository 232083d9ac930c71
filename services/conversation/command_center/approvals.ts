import { ifUndecided } from "../../../store/approvals/undecided.ts";
import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { ApplyingLive } from "../../control/approvals/applying.ts";
import { readableApprovals } from "../../control/approvals/readable.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { notificationIdOf } from "../../operations/notifications/open.ts";
import type { Need, PendingApproval } from "./schemas.ts";
import { blocksOf, waitingSeconds } from "./waiting.ts";

/** Returns the open approvals that the caller may read, what expires soonest first. */
export const pendingApprovals = (ctx: Ctx<ApplyingLive>, limit: number): PendingApproval[] =>
  readableApprovals(ctx, { limit, offset: 0 }).map((approval) => pendingApproval(ctx, approval));

function pendingApproval(ctx: Ctx, approval: ApprovalDocument): PendingApproval {
  return {
    id: approval.id,
    runId: approval.runId,
    taskSessionId: approval.taskSessionId ?? null,
    title: approval.title,
    summary: approval.summary,
    policyClass: approval.policyClass,
    authority: approval.authority,
    risk: approval.risk,
    recommendedAction: approval.recommendedAction,
    reasons: approval.reasons,
    requestedAt: approval.requestedAt,
    waitingSeconds: waitingSeconds(ctx, approval.requestedAt),
    expiresAt: approval.expiresAt,
    blocks: blocksOf(ctx, approval.runId),
    ifIgnored: ifUndecided(ctx.now().toISOString(), approval),
    notificationId: notificationIdOf(ctx, approval.runId, approval.id),
  };
}

/** Approvals that need a human; one that the coordinator may decide does not. */
export const needsOfApprovals = (approvals: readonly PendingApproval[]): Need[] =>
  approvals.filter(({ authority }) => authority === "human").map((approval) => ({
    id: approval.id,
    kind: "approval",
    severity: approval.risk === "critical" ? "critical" : approval.risk === "low" ? "info" : "warning",
    title: approval.title,
    detail: approval.summary,
    since: approval.requestedAt,
    waitingSeconds: approval.waitingSeconds,
    blocks: approval.blocks,
    expiresAt: approval.expiresAt,
    ifIgnored: approval.ifIgnored,
    runId: approval.runId,
    taskSessionId: approval.taskSessionId,
    notificationId: approval.notificationId,
    actions: [
      { id: "approve", operation: `POST /approvals/${approval.id}/approve` },
      { id: "reject", operation: `POST /approvals/${approval.id}/reject` },
    ],
  }));
