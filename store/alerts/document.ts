import { z } from "zod";
import { notificationCategorySchema } from "../notifications/notices.ts";

/** Where alerts go, which notifications they are about, and how much they say. */
export const alertHookSchema = z.object({
  /** `ntfy` publishes to a topic; `json` posts a signed Standard Webhooks message; `command` runs the operator's program. */
  kind: z.enum(["ntfy", "json", "command"]),
  /** Empty for a command, which a file names. */
  address: z.string(),
  /** `host:port` on the operator's own network that the address may have; null where it has to be public. */
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
  /** Of the answer; null where there was none. */
  httpStatus: z.int().nullable(),
  /** Of the command; absent where there was none. */
  exitCode: z.int().optional(),
  /** Why it was not taken; null where it was. */
  reason: z.string().nullable(),
  milliseconds: z.int().min(0),
});
/** One try to send an alert. */
export type AlertAttempt = z.infer<typeof alertAttemptSchema>;

/** An alert that is being sent: the same id and the same notifications, however often it is tried. */
type PendingAlert = {
  alertId: string;
  sequences: number[];
  attempts: number;
  retryAt: string;
};

/** The newest that is known of an alert. */
export type AlertReceipt = AlertAttempt & {
  alertId: string;
  /** How many notifications it is about; 0 for a test. */
  notifications: number;
  status: "delivered" | "failed" | "given_up" | "dropped";
  attempts: number;
  at: string;
};

/** The hook, how far it has come, and its newest receipts. */
export type AlertHookDocument = {
  hook: AlertHook | null;
  /** The sequence of the last notification that was looked at: none up to it is sent any more. */
  cursor: number;
  pending: PendingAlert | null;
  receipts: AlertReceipt[];
};
