import { z } from "zod";
import { notificationCategorySchema } from "../notifications/notices.ts";

/** Where alerts go, which notifications they are about, and how much they say. */
export const alertHookSchema = z.object({
  /** `ntfy` publishes to a topic; `json` posts a signed Standard Webhooks message; `command` runs the operator's program. */
  kind: z.enum(["ntfy", "json", "command"]),
  /** Empty for a command, which is named by its file. */
  address: z.string(),
  /** A `host:port` on the operator's own network that the address may have; null if the address must be public. */
  privateHost: z.string().nullable(),
  /** The access token of ntfy, or what signs the message. */
  secretId: z.string().nullable(),
  categories: z.array(notificationCategorySchema),
  /** `counts` says how many there are of what; `titles` adds the notifications' titles. */
  content: z.enum(["counts", "titles"]),
});
/** Where alerts go. */
export type AlertHook = z.infer<typeof alertHookSchema>;

/** What is recorded of one try to send an alert. */
export const alertAttemptSchema = z.object({
  /** The status of the answer; null if there was none. */
  httpStatus: z.int().nullable(),
  /** The exit code of the command; absent for other kinds. */
  exitCode: z.int().optional(),
  /** Why the alert was not accepted; null if it was. */
  reason: z.string().nullable(),
  milliseconds: z.int().min(0),
});
/** One try to send an alert. */
export type AlertAttempt = z.infer<typeof alertAttemptSchema>;

/** An alert that is being sent. Every attempt has the same id and the same notifications. */
type PendingAlert = {
  alertId: string;
  sequences: number[];
  attempts: number;
  retryAt: string;
};

/** The latest state of an alert. */
export type AlertState = AlertAttempt & {
  alertId: string;
  /** How many notifications it is about; 0 for a test. */
  notifications: number;
  status: "delivered" | "failed" | "given_up" | "dropped";
  attempts: number;
  at: string;
};

/** The hook, its cursor, and its newest receipts. */
export type AlertHookDocument = {
  hook: AlertHook | null;
  /** The sequence of the last notification that was considered. Notifications up to it are not sent again. */
  cursor: number;
  pending: PendingAlert | null;
  receipts: AlertState[];
};
