import {
  notificationInboxSnapshotSchema,
  notificationQuerySchema,
} from "../../services/notifications/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Notifications. What a move answers can be filtered like the inbox itself. */
export const notifications = contract({
  "GET /notifications": {
    summary: "List notifications, newest first, with the totals of the whole inbox",
    access: "agent-read",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications list",
  },
  "POST /notifications/:id/read": {
    summary: "Mark a notification as read",
    access: "operator",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications read",
  },
  "POST /notifications/:id/unread": {
    summary: "Mark a notification as unread",
    access: "operator",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications unread",
  },
  "POST /notifications/:id/dismiss": {
    summary: "Dismiss a notification; what it is about stays as it is",
    access: "operator",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications dismiss",
  },
  "POST /notifications/:id/archive": {
    summary: "Put a notification away; the status archived lists it",
    access: "operator",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications archive",
  },
  "POST /notifications/:id/delete": {
    summary: "Delete a notification for good; what it is about stays as it is",
    access: "operator",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications delete",
  },
  "POST /notifications/read-all": {
    summary: "Mark all notifications as read",
    access: "operator",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications read-all",
  },
});
