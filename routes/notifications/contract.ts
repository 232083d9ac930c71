import {
  followedRepositorySchema,
  followsQuerySchema,
  followsSchema,
  followStateSchema,
  repositoryToFollowSchema,
} from "../../services/notifications/follow_schemas.ts";
import {
  archivedResultsSchema,
  foldedResultsSchema,
  notificationInboxSnapshotSchema,
  notificationQuerySchema,
  resultsQuerySchema,
  resultsToArchiveSchema,
} from "../../services/notifications/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Notifications, and what is followed. What a move answers can be filtered like the inbox itself. */
export const notifications = contract({
  "GET /notifications": {
    summary: "List notifications, newest first, with the totals of the whole inbox",
    access: "agent-read",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications list",
  },
  "GET /notifications/results": {
    summary: "List results in the inbox, folded by repository, with how many each has",
    access: "operator",
    query: resultsQuerySchema,
    output: foldedResultsSchema,
    cli: "notifications results",
  },
  "GET /follows": {
    summary: "List the runs and repositories that you chose to follow, and the runs that you chose not to",
    access: "operator",
    query: followsQuerySchema,
    output: followsSchema,
    cli: "follows",
  },
  "GET /runs/:id/follow": {
    summary: "Show whether you follow a run, and why",
    access: "operator",
    output: followStateSchema,
    cli: "runs followed",
  },
  "POST /runs/:id/follow": {
    summary: "Follow a run: from now on what it says comes into your inbox",
    access: "operator",
    output: followStateSchema,
    cli: "follow",
  },
  "POST /runs/:id/unfollow": {
    summary: "Stop following a run; what needs you still comes into your inbox",
    access: "operator",
    output: followStateSchema,
    cli: "unfollow",
  },
  "POST /repositories/follow": {
    summary: "Follow a repository: from now on what its runs say comes into your inbox",
    access: "operator",
    body: repositoryToFollowSchema,
    output: followedRepositorySchema,
    cli: "repositories follow",
  },
  "POST /repositories/unfollow": {
    summary: "Stop following a repository; runs that you asked for are still followed",
    access: "operator",
    body: repositoryToFollowSchema,
    output: followedRepositorySchema,
    cli: "repositories unfollow",
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
  "POST /notifications/archive-results": {
    summary: "Archive all results of one repository; archived lists them",
    access: "operator",
    body: resultsToArchiveSchema,
    output: archivedResultsSchema,
    cli: "notifications archive-results",
  },
  "POST /notifications/read-all": {
    summary: "Mark all notifications as read",
    access: "operator",
    query: notificationQuerySchema,
    output: notificationInboxSnapshotSchema,
    cli: "notifications read-all",
  },
});
