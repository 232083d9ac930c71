import type { Ctx } from "../../services/parts.ts";
import { notificationInbox } from "../../services/notifications/inbox.ts";
import { moveNotification } from "../../services/notifications/move.ts";
import { readAllNotifications } from "../../services/notifications/read_all.ts";
import type { Handlers } from "../endpoint.ts";
import type { notifications } from "./contract.ts";

export const notificationsHandlers: Handlers<typeof notifications, Ctx> = {
  "GET /notifications": (ctx, { query }) => notificationInbox(ctx, query),
  "POST /notifications/:id/read": (ctx, { params, query }) => moveNotification(ctx, params.id, "read", query),
  "POST /notifications/:id/unread": (ctx, { params, query }) =>
    moveNotification(ctx, params.id, "unread", query),
  "POST /notifications/:id/dismiss": (ctx, { params, query }) =>
    moveNotification(ctx, params.id, "dismissed", query),
  "POST /notifications/:id/archive": (ctx, { params, query }) =>
    moveNotification(ctx, params.id, "archived", query),
  "POST /notifications/:id/delete": (ctx, { params, query }) =>
    moveNotification(ctx, params.id, "deleted", query),
  "POST /notifications/read-all": (ctx, { query }) => readAllNotifications(ctx, query),
};
