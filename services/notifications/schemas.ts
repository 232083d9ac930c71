import { z } from "zod";
import {
  notificationCategorySchema,
  notificationStateSchema,
  severitySchema,
} from "../../store/notifications/state.ts";
import {
  countsSchema,
  cursorSchema,
  limitSchema,
  pageQuery,
  queryFlagSchema,
  timeSchema,
} from "../kernel/schemas.ts";

/** The states that an inbox shows: a deleted notification is gone. */
const shownStateSchema = notificationStateSchema.exclude(["deleted"]);

const scopeSchema = z.enum(["mine", "all"]).describe(
  "mine: what needed you, or you followed, when it was raised; for the operator alone",
);

/** Which notifications to show; without a status, all that were neither archived nor deleted. */
export const notificationQuerySchema = z.object({
  status: shownStateSchema.optional(),
  category: notificationCategorySchema.optional(),
  severity: severitySchema.optional(),
  scope: scopeSchema.default("all"),
  folded: queryFlagSchema.optional().describe("leaves out results, which GET /notifications/results folds"),
  resultsOf: z.string().max(4096).optional().describe("a repository's directory: only its results"),
  unreadOnly: queryFlagSchema.optional().describe("the same as the status unread"),
  ...pageQuery,
}).refine(
  ({ status, unreadOnly }) => !unreadOnly || status === undefined || status === "unread",
  { message: "unreadOnly goes with no status but unread", path: ["unreadOnly"] },
).refine(
  ({ folded, category, resultsOf }) =>
    (!folded || (category !== "output" && resultsOf === undefined)) &&
    (resultsOf === undefined || category === undefined || category === "output"),
  { message: "resultsOf lists results, folded leaves them out: ask for one of them", path: ["resultsOf"] },
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

/** A page of the repositories with results in the inbox; `before` is the `next` of the page before it. */
export const resultsQuerySchema = z.object({
  scope: scopeSchema.default("mine"),
  limit: limitSchema,
  before: cursorSchema.optional(),
});
export type ResultsQuery = z.output<typeof resultsQuerySchema>;

/** Whose results to archive. */
export const resultsToArchiveSchema = z.object({
  repoPath: z.string().max(4096).describe("whose results; empty: of runs without a repository"),
  scope: scopeSchema.default("mine"),
});
export type ResultsToArchive = z.output<typeof resultsToArchiveSchema>;

/** How many results were archived. */
export const archivedResultsSchema = z.object({ repository: z.string(), archived: z.number().int() })
  .meta({ id: "archivedResultsSchema" });
export type ArchivedResults = z.output<typeof archivedResultsSchema>;

/** Results in the inbox, folded by repository, the one with the newest first. */
export const foldedResultsSchema = z.object({
  items: z.array(z.object({
    repository: z.string().describe("its directory; empty for runs without one"),
    count: z.number().int(),
    unread: z.number().int(),
    newest: notificationSchema,
  })),
  next: z.string().nullable().describe("where the next page begins"),
  repositories: z.number().int(),
  results: z.number().int(),
}).meta({ id: "foldedResultsSchema" });
export type FoldedResults = z.output<typeof foldedResultsSchema>;
