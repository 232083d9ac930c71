import { z } from "zod";
import { defineStream } from "../stream.ts";
import type { NotificationState } from "./state.ts";

const moved = z.object({});

/** One of the two: a run by its id, a repository by its directory. */
const followable = z.object({ runId: z.string().optional(), repoPath: z.string().optional() });

/** The events by which a person changes what they see; none of them touches the record that a notification is about. */
export const notificationEvents = {
  "notification.read": moved,
  "notification.unread": moved,
  "notification.dismissed": moved,
  "notification.archived": moved,
  "notification.deleted": moved,
  /** Its own sequence is the high-water mark: whatever was unread before it is read by it. */
  "notification.all_read": z.object({}),
  /** The results of one repository that were unread or read; of those that are the operator's, or of all. */
  "notification.results_archived": z.object({ repoPath: z.string(), scope: z.enum(["mine", "all"]) }),
  /** A run, or a repository, is followed: what it says from now on is for the operator. */
  "notification.followed": followable,
  "notification.unfollowed": followable,
} as const;

/** The stream to which belongs what is about several notifications, and what is followed; the others belong to the stream of their notification. */
export const INBOX = "inbox";

/** The event that brings a notification into a state. */
export const EVENT_OF_STATE = {
  read: "notification.read",
  unread: "notification.unread",
  dismissed: "notification.dismissed",
  archived: "notification.archived",
  deleted: "notification.deleted",
} as const satisfies Record<NotificationState, keyof typeof notificationEvents>;

/**
 * The states of notifications, apart from what they are about. It has no documents: one mark for all that were read at once
 * does not fit into them, so the view folds these events.
 */
export const notificationStream = defineStream<Record<never, never>>()({
  kind: "notification",
  version: 1,
  events: notificationEvents,
  indexes: [],
  evolve: () => null,
});
