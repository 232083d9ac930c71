import {
  followedRepositorySchema,
  followsQuerySchema,
  followsSchema,
  followStateSchema,
  repositoryToFollowSchema,
} from "../../services/operations/notifications/follow_schemas.ts";
import {
  archivedResultsSchema,
  foldedResultsSchema,
  notificationInboxSnapshotSchema,
  notificationQuerySchema,
  resultsQuerySchema,
  resultsToArchiveSchema,
} from "../../services/operations/notifications/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Notifications, and what you follow. The response to a move takes the same filters as the inbox. */
export const notifications = contract({
  "GET /notifications": {
    summary: "List notifications, newest first, with totals for the whole inbox",
    access: "agent-read",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications list",
  },
  "GET /notifications/results": {
    summary: "List results in the inbox, grouped by repository, with a count for each",
    query: resultsQuerySchema,
    output: foldedResultsSchema,
    cli: "notifications results",
  },
  "GET /follows": {
    summary: "List the runs and repositories that you follow, and the runs that you unfollowed",
    query: followsQuerySchema,
    output: followsSchema,
    cli: "follows",
  },
  "GET /runs/:id/follow": {
    summary: "Show whether you follow a run, and why",
    output: followStateSchema,
    cli: "runs followed",
  },
  "POST /runs/:id/follow": {
    summary: "Follow a run: its notifications appear in your inbox from now on",
    output: followStateSchema,
    cli: "follow",
  },
  "POST /runs/:id/unfollow": {
    summary: "Unfollow a run; what needs you still appears in your inbox",
    output: followStateSchema,
    cli: "unfollow",
  },
  "POST /repositories/follow": {
    summary: "Follow a repository: notifications of its runs appear in your inbox from now on",
    body: repositoryToFollowSchema,
    output: followedRepositorySchema,
    cli: "repositories follow",
  },
  "POST /repositories/unfollow": {
    summary: "Unfollow a repository; you still follow runs that you requested",
    body: repositoryToFollowSchema,
    output: followedRepositorySchema,
    cli: "repositories unfollow",
  },
  "POST /notifications/:id/read": {
    summary: "Mark a notification as read",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications read",
  },
  "POST /notifications/:id/unread": {
    summary: "Mark a notification as unread",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications unread",
  },
  "POST /notifications/:id/dismiss": {
    summary: "Dismiss a notification; nothing else changes",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications dismiss",
  },
  "POST /notifications/:id/archive": {
    summary: "Archive a notification; list it again with the status archived",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications archive",
  },
  "POST /notifications/:id/delete": {
    summary: "Delete a notification permanently; nothing else changes",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications delete",
  },
  "POST /notifications/archive-results": {
    summary: "Archive all results of one repository; archived lists them",
    body: resultsToArchiveSchema,
    output: archivedResultsSchema,
    cli: "notifications archive-results",
  },
  "POST /notifications/read-all": {
    summary: "Mark all notifications as read",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications read-all",
  },
});
