import type { Ctx } from "../../ground/kernel/context.ts";
import { openOf } from "../../operations/notifications/open.ts";
import type { Blocker, Need } from "./schemas.ts";
import { blocksOf, waitingSeconds } from "./waiting.ts";

/** Returns what blocks a run and is not an approval, longest wait first, wherever its notification is. */
export const blockers = (ctx: Ctx, limit: number): Blocker[] =>
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

/** Returns what `blockers` returns, with what a person can do about each. */
export const needsOfBlockers = (found: readonly Blocker[]): Need[] =>
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
