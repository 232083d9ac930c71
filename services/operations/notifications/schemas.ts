import { z } from "zod";
import {
  notificationCategorySchema,
  notificationStateSchema,
  severitySchema,
} from "../../../store/notifications/state.ts";
import {
  countsSchema,
  cursorSchema,
  limitSchema,
  pageQuery,
  queryFlagSchema,
  timeSchema,
} from "../../ground/kernel/schemas.ts";

/** The states that an inbox shows; deleted notifications are never shown. */
const shownStateSchema = notificationStateSchema.exclude(["deleted"]);

const scopeSchema = z.enum(["mine", "all"]).describe(
  "mine: what needed you or was followed by you when it was raised; only for the operator",
);

/** Which notifications to show; without a status, all that are neither archived nor deleted. */
export const notificationQuerySchema = z.object({
  status: shownStateSchema.optional(),
  category: notificationCategorySchema.optional(),
  severity: severitySchema.optional(),
  scope: scopeSchema.default("all"),
  folded: queryFlagSchema.optional().describe("leaves out results, which GET /notifications/results groups"),
  resultsOf: z.string().max(4096).optional().describe("a repository's directory: only its results"),
  unreadOnly: queryFlagSchema.optional().describe("the same as the status unread"),
  ...pageQuery,
}).refine(
  ({ status, unreadOnly }) => !unreadOnly || status === undefined || status === "unread",
  { message: "unreadOnly can only be combined with the status unread", path: ["unreadOnly"] },
).refine(
  ({ folded, category, resultsOf }) =>
    (!folded || (category !== "output" && resultsOf === undefined)) &&
    (resultsOf === undefined || category === undefined || category === "output"),
  {
    message: "resultsOf lists results and folded leaves them out; send only one of them",
    path: ["resultsOf"],
  },
);
export type NotificationQuery = z.output<typeof notificationQuerySchema>;

/** One thing that a durable record tells a person, and the state that the person gave it. */
export const notificationSchema = z.object({
  id: z.string(),
  sequence: z.number().int().describe("the sequence of the event that raised it"),
  category: notificationCategorySchema,
  severity: severitySchema,
  status: shownStateSchema,
  title: z.string(),
  detail: z.string(),
  ifIgnored: z.string().describe("what happens if you do nothing, and when"),
  expiresAt: timeSchema.nullable(),
  open: z.boolean().describe("whether its source still waits for someone; independent of the status"),
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

/** Interface, section 2: the inbox, newest first, with totals of all of it. */
export const notificationInboxSnapshotSchema = z.object({
  items: z.array(notificationSchema),
  unreadCount: z.number().int(),
  readCount: z.number().int(),
  dismissedCount: z.number().int(),
  archivedCount: z.number().int(),
  criticalCount: z.number().int().describe("critical ones that are neither dismissed nor archived"),
  counts: countsSchema.describe("the same, by status, and how many are critical"),
  unreadByCategory: countsSchema,
}).meta({ id: "notificationInboxSnapshotSchema" });
export type NotificationInboxSnapshot = z.output<typeof notificationInboxSnapshotSchema>;

/** A page of the repositories with results in the inbox; `before` is the `next` of the previous page. */
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

/** Results in the inbox, grouped by repository, newest result first. */
export const foldedResultsSchema = z.object({
  items: z.array(z.object({
    repository: z.string().describe("its directory; empty for runs without one"),
    count: z.number().int(),
    unread: z.number().int(),
    newest: notificationSchema,
  })),
  next: z.string().nullable().describe("where the next page starts"),
  repositories: z.number().int(),
  results: z.number().int(),
}).meta({ id: "foldedResultsSchema" });
export type FoldedResults = z.output<typeof foldedResultsSchema>;
