import { notificationId } from "../../../store/notifications/state.ts";
import { openNotifications } from "../../../store/notifications/reader.ts";
import type { NotificationRow } from "../../../store/notifications/tables.ts";
import type { Ctx } from "../../context.ts";
import type { Blocker, Need } from "./schemas.ts";
import { blocksOf, waitingSeconds } from "./waiting.ts";

/** What stands in the way of a run and is no approval, the longest wait first; whatever was done with its notification. */
export const blockers = (ctx: Ctx, limit: number): Blocker[] =>
  openNotifications(ctx.store.projector.tables, "blocker", { limit, newestFirst: false })
    .map((row) => blocker(ctx, row));

function blocker(ctx: Ctx, row: NotificationRow): Blocker {
  return {
    id: notificationId(row.sequence),
    runId: row.run_id || null,
    taskSessionId: row.task_session_id,
    title: row.title,
    detail: row.detail,
    since: row.raised_at,
    waitingSeconds: waitingSeconds(ctx, row.raised_at),
    expiresAt: row.expires_at,
    blocks: blocksOf(ctx, row.run_id),
    ifIgnored: row.if_ignored,
  };
}

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
