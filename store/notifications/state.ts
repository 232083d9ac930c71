import { z } from "zod";
import { SEVERITIES } from "../shared/enumerations.ts";

export const notificationCategorySchema = z.enum([
  "approval",
  "failure",
  "blocker",
  "output",
  "automation",
  "security",
  "system",
]);
export type NotificationCategory = z.infer<typeof notificationCategorySchema>;

export const severitySchema = z.enum(SEVERITIES);

/** The state of a notification for the reader of the inbox. A deleted one is never shown again. */
export const notificationStateSchema = z.enum(["unread", "read", "dismissed", "archived", "deleted"]);
export type NotificationState = z.infer<typeof notificationStateSchema>;

/**
 * The stored state of a row. `new` is unread unless it is before the newest "all read" mark; `reopened` is before that
 * mark and was marked unread after it. So one mark reads all without changing their rows.
 */
export type Placement = "new" | "reopened" | "read" | "dismissed" | "archived" | "deleted";

/** Returns the visible state of a row, given the sequence of the newest mark. */
export function visibleStateOf(
  row: { placement: Placement; sequence: number },
  mark: number,
): NotificationState {
  if (row.placement === "reopened") return "unread";
  if (row.placement === "new") return row.sequence > mark ? "unread" : "read";
  return row.placement;
}

const PREFIX = "ntf_";

/** Returns the id of the notification that an event raised. It derives from the sequence, so a rebuild gives the same. */
export const notificationId = (sequence: number): string =>
  `${PREFIX}${sequence.toString(36).padStart(9, "0")}`;

/** Returns the sequence of a notification's id, or null if it is not one. */
export function sequenceOf(id: string): number | null {
  const sequence = /^ntf_[0-9a-z]{9,11}$/.test(id) ? parseInt(id.slice(PREFIX.length), 36) : NaN;
  return Number.isSafeInteger(sequence) && notificationId(sequence) === id ? sequence : null;
}
