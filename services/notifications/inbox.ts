import { listNotifications } from "../../store/notifications/reader.ts";
import type { Ctx } from "../kernel/context.ts";
import { inboxCounts, showNotifications } from "./read_model.ts";
import type { NotificationInboxSnapshot, NotificationQuery } from "./schemas.ts";

/** The inbox: one page of notifications, newest first, and totals over all. */
export function notificationInbox(ctx: Ctx, query: NotificationQuery): NotificationInboxSnapshot {
  const { category, severity, limit, offset } = query;
  const state = query.unreadOnly ? "unread" : query.status;
  const filter = { state, category, severity, withoutConnections: ctx.actor === "agent" };
  const rows = listNotifications(ctx.store.projector.tables, filter, {
    limit,
    offset,
  });
  return { items: showNotifications(ctx, rows), ...inboxCounts(ctx) };
}
