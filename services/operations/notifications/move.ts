import { newestMark } from "../../../store/notifications/placing.ts";
import { type NotificationState, visibleStateOf } from "../../../store/notifications/state.ts";
import { EVENT_OF_STATE, notificationStream } from "../../../store/notifications/stream.ts";
import { notificationRowOf } from "../../../store/notifications/view.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { notificationInbox } from "./inbox.ts";
import type { NotificationInboxSnapshot, NotificationQuery } from "./schemas.ts";

/**
 * Puts a notification into a state and returns the inbox. Its source does not change: the event belongs only to the
 * notification and names no run, so it is in no run's audit. Repeating it changes nothing.
 */
export function moveNotification(
  ctx: Ctx,
  id: string,
  state: NotificationState,
  query: NotificationQuery,
): NotificationInboxSnapshot {
  const { tables } = ctx.store.projector;
  const row = notificationRowOf(tables, id);
  if (!row) throw new NotFoundError("notification", id);
  const before = visibleStateOf(row, newestMark(tables));
  // Reading what was archived does not bring it back; marking it as unread does.
  const changes = before !== state && !(before === "archived" && state === "read");
  if (changes) {
    if (before === "deleted") throw new NotFoundError("notification", id);
    record(ctx, notificationStream, id, [{ type: EVENT_OF_STATE[state], data: {} }]);
  }
  return notificationInbox(ctx, query);
}
