import { z } from "zod";
import {
  notificationCategorySchema,
  notificationStateSchema,
  severitySchema,
} from "../../store/notifications/state.ts";
import { countsSchema, pageQuery, queryFlagSchema, timeSchema } from "../kernel/schemas.ts";

/** The states that an inbox shows: a deleted notification is gone. */
const shownStateSchema = notificationStateSchema.exclude(["deleted"]);

/** Which notifications to show; without a status, all that were neither archived nor deleted. */
export const notificationQuerySchema = z.object({
  status: shownStateSchema.optional(),
  category: notificationCategorySchema.optional(),
  severity: severitySchema.optional(),
  unreadOnly: queryFlagSchema.optional().describe("the same as the status unread"),
  ...pageQuery,
}).refine(
  ({ status, unreadOnly }) => !unreadOnly || status === undefined || status === "unread",
  { message: "unreadOnly goes with no status but unread", path: ["unreadOnly"] },
);
export type NotificationQuery = z.output<typeof notificationQuerySchema>;

/** One thing that a durable record has to say to a person, and where that person put it. */
export const notificationSchema = z.object({
  id: z.string(),
  sequence: z.number().int().describe("that of the event which raised it"),
  category: notificationCategorySchema,
  severity: severitySchema,
  status: shownStateSchema,
  title: z.string(),
  detail: z.string(),
  ifIgnored: z.string().describe("what happens when nobody does anything, and when"),
  expiresAt: timeSchema.nullable(),
  open: z.boolean().describe("whether its source still waits for somebody; it does not depend on the status"),
  resolvedAt: timeSchema.nullable(),
  resolution: z.string().nullable(),
  occurrences: z.number().int(),
  sourceRecordIds: z.array(z.string()),
  sourceEventId: z.string(),
  relatedRunId: z.string().nullable(),
  relatedTaskId: z.string().nullable(),
  relatedTaskSessionId: z.string().nullable(),
  relatedConversationId: z.string().nullable(),
  createdAt: timeSchema,
  lastOccurredAt: timeSchema,
  readAt: timeSchema.nullable(),
  dismissedAt: timeSchema.nullable(),
  archivedAt: timeSchema.nullable(),
}).meta({ id: "notificationSchema" });
export type Notification = z.output<typeof notificationSchema>;

/** Interface, section 2: the inbox, newest first, with totals over all of it. */
export const notificationInboxSnapshotSchema = z.object({
  items: z.array(notificationSchema),
  unreadCount: z.number().int(),
  readCount: z.number().int(),
  dismissedCount: z.number().int(),
  archivedCount: z.number().int(),
  criticalCount: z.number().int().describe("critical ones that were neither dismissed nor archived"),
  counts: countsSchema.describe("the same, by status, and how many are critical"),
  unreadByCategory: countsSchema,
}).meta({ id: "notificationInboxSnapshotSchema" });
export type NotificationInboxSnapshot = z.output<typeof notificationInboxSnapshotSchema>;
