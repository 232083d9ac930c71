import { archiveResults } from "../../services/operations/notifications/archive_results.ts";
import {
  followRepository,
  followRun,
  runFollowState,
} from "../../services/operations/notifications/follow.ts";
import { listFollowed } from "../../services/operations/notifications/follows.ts";
import { notificationInbox } from "../../services/operations/notifications/inbox.ts";
import { moveNotification } from "../../services/operations/notifications/move.ts";
import { foldedResults } from "../../services/operations/notifications/results.ts";
import { readAllNotifications } from "../../services/operations/notifications/read_all.ts";
import { domain } from "../domain.ts";
import { notifications } from "./contract.ts";

export const notificationsDomain = domain(notifications, {
  "GET /notifications": (ctx, { query }) => notificationInbox(ctx, query),
  "GET /notifications/results": (ctx, { query }) => foldedResults(ctx, query),
  "GET /follows": (ctx, { query }) => listFollowed(ctx, query),
  "GET /runs/:id/follow": (ctx, { params }) => runFollowState(ctx, params.id),
  "POST /runs/:id/follow": (ctx, { params }) => followRun(ctx, params.id, true),
  "POST /runs/:id/unfollow": (ctx, { params }) => followRun(ctx, params.id, false),
  "POST /repositories/follow": (ctx, { body }) => followRepository(ctx, body.repoPath, true),
  "POST /repositories/unfollow": (ctx, { body }) => followRepository(ctx, body.repoPath, false),
  "POST /notifications/:id/read": (ctx, { params, query }) => moveNotification(ctx, params.id, "read", query),
  "POST /notifications/:id/unread": (ctx, { params, query }) =>
    moveNotification(ctx, params.id, "unread", query),
  "POST /notifications/:id/dismiss": (ctx, { params, query }) =>
    moveNotification(ctx, params.id, "dismissed", query),
  "POST /notifications/:id/archive": (ctx, { params, query }) =>
    moveNotification(ctx, params.id, "archived", query),
  "POST /notifications/:id/delete": (ctx, { params, query }) =>
    moveNotification(ctx, params.id, "deleted", query),
  "POST /notifications/archive-results": (ctx, { body }) => archiveResults(ctx, body),
  "POST /notifications/read-all": (ctx, { query }) => readAllNotifications(ctx, query),
});
