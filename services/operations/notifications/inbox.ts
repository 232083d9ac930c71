import { listNotifications } from "../../../store/notifications/reader.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ForbiddenError } from "../../ground/kernel/errors.ts";
import { inboxCounts, showNotifications } from "./read_model.ts";
import type { NotificationInboxSnapshot, NotificationQuery } from "./schemas.ts";

/** Returns the inbox: one page of notifications, newest first, and totals of all. */
export function notificationInbox(ctx: Ctx, query: NotificationQuery): NotificationInboxSnapshot {
  const { scope, category, severity, resultsOf, folded, limit, offset } = query;
  if (scope === "mine" && ctx.actor === "agent") {
    throw new ForbiddenError("Only the operator can follow runs. Leave scope out.");
  }
  const state = query.unreadOnly ? "unread" : query.status;
  const filter = {
    state,
    scope,
    category,
    severity,
    resultsOf,
    folded,
    forAgents: ctx.actor === "agent",
  };
  const rows = listNotifications(ctx.store.projector.tables, filter, {
    limit,
    offset,
  });
  return { items: showNotifications(ctx, rows), ...inboxCounts(ctx, scope) };
}
