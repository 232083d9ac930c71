import { z } from "zod";
import { defineStream } from "../stream.ts";
import type { NotificationState } from "./state.ts";

const moved = z.object({});

/** One of the two: a run by its id, or a repository by its directory. */
const followable = z.object({ runId: z.string().optional(), repoPath: z.string().optional() });

/** The events by which a person changes what they see. None changes the record that a notification is about. */
export const notificationEvents = {
  "notification.read": moved,
  "notification.unread": moved,
  "notification.dismissed": moved,
  "notification.archived": moved,
  "notification.deleted": moved,
  /** Its own sequence is the high-water mark: everything unread before it is read. */
  "notification.all_read": z.object({}),
  /** A run or a repository is followed: its notifications are for the operator from now on. */
  "notification.followed": followable,
  "notification.unfollowed": followable,
} as const;

/** The stream of `notification.all_read` and of follows; other events are in the stream of their notification. */
export const INBOX = "inbox";

/** Returns the event that puts a notification into a state. */
export const EVENT_OF_STATE: Record<NotificationState, keyof typeof notificationEvents> = {
  read: "notification.read",
  unread: "notification.unread",
  dismissed: "notification.dismissed",
  archived: "notification.archived",
  deleted: "notification.deleted",
};

/**
 * The states of notifications. It has no documents: one mark for all that were read at once does not fit into them, so
 * the view folds these events.
 */
export const notificationStream = defineStream<Record<never, never>>()({
  kind: "notification",
  version: 1,
  events: notificationEvents,
  indexes: [],
  evolve: () => null,
});
