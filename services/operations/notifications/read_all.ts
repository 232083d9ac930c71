import { INBOX, notificationStream } from "../../../store/notifications/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { notificationInbox } from "./inbox.ts";
import { inboxCounts } from "./read_model.ts";
import type { NotificationInboxSnapshot, NotificationQuery } from "./schemas.ts";

/** Marks everything unread as read with one event; does nothing if nothing is unread. */
export function readAllNotifications(ctx: Ctx, query: NotificationQuery): NotificationInboxSnapshot {
  if (inboxCounts(ctx).unreadCount > 0) {
    record(ctx, notificationStream, INBOX, [{ type: "notification.all_read", data: {} }]);
  }
  return notificationInbox(ctx, query);
}
