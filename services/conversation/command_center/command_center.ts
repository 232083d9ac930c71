import { approvalStream } from "../../../store/approvals/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { countOpen, openOf } from "../../operations/notifications/open.ts";
import { countIntegrityWarnings, inboxCounts } from "../../operations/notifications/read_model.ts";
import { needsOfApprovals, pendingApprovals } from "./approvals.ts";
import { byUrgency, needsOfEffects, needsOfIntegrity, needsOfPausedRuns, needsOfService } from "./needs.ts";
import { countConnections, needsOfConnections } from "./connections.ts";
import { activeRuns, recentFailures } from "./runs.ts";
import type { Blocker, CommandCenterSnapshot, Need } from "./schemas.ts";
import { countTaskSessions } from "../../sessions/task_sessions/count.ts";
import type { ExecutorLive } from "../../execution/commands/live.ts";
import { blocksOf, waitingSeconds } from "./waiting.ts";

/** How many of each kind the snapshot shows, and is assembled from. */
const SHOWN = 25;

/** Returns what needs the operator, what is in progress, and what went wrong. The cost does not grow with what is stored. */
export function commandCenter(ctx: Ctx<ExecutorLive>): CommandCenterSnapshot {
  const { documents, head } = ctx.store;
  const approvals = pendingApprovals(ctx, SHOWN);
  const blocked = blockers(ctx, SHOWN);
  const runs = documents.counts(runStream);
  const taskSessions = countTaskSessions(ctx);
  const approvalCounts = documents.counts(approvalStream);
  const inbox = inboxCounts(ctx, ctx.actor === "agent" ? "all" : "mine");
  const open = countOpen(ctx);
  const others = [
    ...needsOfService(ctx),
    ...needsOfEffects(ctx, SHOWN),
  ];
  const needs = [
    ...needsOfApprovals(approvals),
    ...needsOfBlockers(blocked),
    ...needsOfPausedRuns(ctx, SHOWN),
    ...needsOfIntegrity(ctx, SHOWN),
    ...needsOfConnections(ctx, SHOWN),
    ...others,
  ].sort(byUrgency);
  const warnings = countIntegrityWarnings(ctx);
  const counted = [
    open.approval,
    open.blocker,
    runs.paused,
    warnings,
    countConnections(ctx),
    others.length,
  ];
  return {
    generatedAt: ctx.now().toISOString(),
    cursor: String(head),
    needsMe: needs,
    activeRunSummaries: activeRuns(ctx, SHOWN),
    taskSessionCounts: taskSessions,
    blockers: blocked,
    pendingApprovals: approvals,
    recentFailures: recentFailures(ctx, SHOWN),
    aggregateQueueCounts: {
      runs,
      taskSessions,
      approvals: approvalCounts,
      slots: ctx.execution.slots(),
    },
    counts: {
      needsMe: counted.reduce<number>((before, n) => before + (n ?? 0), 0),
      activeRuns: (runs.queued ?? 0) + (runs.running ?? 0) + (runs.waiting ?? 0) + (runs.paused ?? 0),
      pendingApprovals: approvalCounts.pending ?? 0,
      humanApprovals: open.approval ?? 0,
      blockers: open.blocker ?? 0,
      unsettledFailures: open.failure ?? 0,
      unreadNotifications: inbox.unreadCount,
      criticalNotifications: inbox.criticalCount,
    },
  };
}

/** Returns what blocks a run and is not an approval, longest wait first, wherever its notification is. */
const blockers = (ctx: Ctx, limit: number): Blocker[] =>
  openOf(ctx, "blocker", { limit, newestFirst: false }).map((notification) => ({
    id: notification.id,
    runId: notification.relatedRunId,
    taskSessionId: notification.relatedTaskSessionId,
    title: notification.title,
    detail: notification.detail,
    since: notification.createdAt,
    waitingSeconds: waitingSeconds(ctx, notification.createdAt),
    expiresAt: notification.expiresAt,
    blocks: blocksOf(ctx, notification.relatedRunId),
    ifIgnored: notification.ifIgnored,
  }));

/** The same, with what a person can do about each. */
const needsOfBlockers = (found: readonly Blocker[]): Need[] =>
  found.map((item) => ({
    ...item,
    kind: "blocker",
    severity: "warning",
    notificationId: item.id,
    actions: [
      ...(item.taskSessionId
        ? [{ id: "guide", operation: `POST /task-sessions/${item.taskSessionId}/guidance` }]
        : []),
      ...(item.runId ? [{ id: "cancel", operation: `POST /runs/${item.runId}/cancel` }] : []),
    ],
  }));
