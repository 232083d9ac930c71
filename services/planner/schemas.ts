import { z } from "zod";
import { draftDocumentSchema } from "../../store/planner/draft_stream.ts";
import { attendeeSchema, labelSchema, momentSchema } from "../../store/planner/item.ts";
import { refreshEndSchema, sourceDocumentSchema } from "../../store/planner/source_stream.ts";
import { limitSchema, pageQuery, timeSchema } from "../kernel/schemas.ts";
import { listSchema, momentInputSchema } from "./input_schemas.ts";

const rangeQuery = { from: momentInputSchema.optional(), to: momentInputSchema.optional() };

export const plannerRefreshInputSchema = z.object({
  sources: z.array(z.string().min(1).max(40)).min(1).max(50).optional(),
  accountId: z.string().max(100).optional(),
  full: z.boolean().default(false).describe(
    "reads everything, and also removes items that the source no longer has if they are more than half",
  ),
  wait: z.boolean().default(true).describe(
    "responds when the refreshes have ended, after 20 seconds at the latest",
  ),
}).meta({ id: "plannerRefreshInputSchema" });
export type PlannerRefreshInput = z.output<typeof plannerRefreshInputSchema>;

export const plannerRefreshRunSchema = z.object({
  id: z.string(),
  source: z.string(),
  accountId: z.string().nullable(),
  status: z.enum(["running", "completed", "partial", "failed", "held", "skipped"]),
  mode: z.enum(["full", "incremental"]),
  trigger: z.enum(["manual", "interval"]),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  ...refreshEndSchema.pick({ counts: true, errors: true, resyncReason: true, retryAt: true }).shape,
}).meta({ id: "plannerRefreshRunSchema" });
export type PlannerRefreshRun = z.output<typeof plannerRefreshRunSchema>;

export const plannerRefreshesQuerySchema = z.object({
  source: z.string().min(1).max(40).optional(),
  status: plannerRefreshRunSchema.shape.status.optional(),
  ...pageQuery,
});
export type PlannerRefreshesQuery = z.output<typeof plannerRefreshesQuerySchema>;

export const plannerSourceCapabilitySchema = z.object({
  id: z.string(),
  kind: z.string(),
  label: z.string(),
  configured: z.boolean(),
  itemTypes: z.array(z.string()),
  auth: z.enum(["none", "basic", "oauth"]),
  can: z.object({
    read: z.boolean(),
    write: z.boolean(),
    incremental: z.boolean(),
    delete: z.boolean(),
    tasks: z.boolean(),
    events: z.boolean(),
    invitations: z.boolean(),
  }),
  needs: z.array(z.string()),
  limits: z.record(z.string(), z.number()),
}).meta({ id: "plannerSourceCapabilitySchema" });

export const plannerSourceStatusSchema = z.object({
  id: z.string(),
  kind: z.string(),
  label: z.string(),
  state: z.enum(["ok", "stale", "error", "auth_required", "disabled", "never"]),
  lastSuccessAt: timeSchema.nullable(),
  lastAttemptAt: timeSchema.nullable(),
  lastError: z.string().nullable(),
  consecutiveFailures: z.number().int(),
  nextRefreshAt: timeSchema.nullable(),
  artifacts: z.number().int(),
  collections: sourceDocumentSchema.shape.collections,
  heldRemoval: z.object({ count: z.number().int(), refreshRunId: z.string() }).nullable(),
}).meta({ id: "plannerSourceStatusSchema" });
export type PlannerSourceStatus = z.output<typeof plannerSourceStatusSchema>;

export const plannerPendingQuerySchema = z.object({ sources: listSchema.optional(), ...rangeQuery });

export const plannerPendingCountsSchema = z.object({
  asOf: timeSchema,
  from: timeSchema,
  to: timeSchema,
  total: z.number().int(),
  bySource: z.array(z.object({
    id: z.string(),
    toFetch: z.number().int().nullable().describe(
      "items that the last refresh found and could not read; null if it failed, or there was none",
    ),
    toPush: z.number().int(),
    toSchedule: z.number().int(),
    overdue: z.number().int(),
    invitations: z.number().int(),
    conflicts: z.number().int(),
    actionsToReview: z.number().int(),
    draftsToSend: z.number().int(),
    staleSince: timeSchema.nullable(),
  })),
  oldestAt: timeSchema.nullable(),
}).meta({ id: "plannerPendingCountsSchema" });

const classificationSchema = z.object({
  label: labelSchema,
  by: z.enum(["rule", "human"]),
  confidence: z.number(),
  reasons: z.array(z.string()),
});

/** One occurrence as the API shows it; its key is accepted wherever an artifact's id is. */
export const occurrenceShownSchema = z.object({
  key: z.string(),
  start: timeSchema,
  end: timeSchema,
  allDay: z.boolean(),
});

export const plannerArtifactRecordSchema = z.object({
  id: z.string(),
  source: z.string(),
  accountId: z.string().nullable(),
  calendarId: z.string(),
  itemType: z.enum(["event", "task", "draft"]),
  status: z.enum(["active", "tentative", "cancelled", "gone"]),
  draft: draftDocumentSchema.pick({
    status: true,
    sha256: true,
    actionId: true,
    approvalId: true,
    detail: true,
  })
    .optional().describe("for a drafted mail"),
  classification: classificationSchema,
  title: z.string(),
  content: z.string(),
  uid: z.string(),
  recurrenceId: z.string().nullable(),
  sequence: z.number().int(),
  start: momentSchema.nullable(),
  end: momentSchema.nullable(),
  rrule: z.string().nullable(),
  occurrences: z.array(occurrenceShownSchema).optional().describe("with a range of dates; the first 200"),
  occurrenceCount: z.number().int().optional().describe("how many there are in the range of dates"),
  organizer: z.object({ name: z.string(), email: z.string() }).nullable(),
  attendees: z.array(attendeeSchema),
  myResponse: z.string().nullable(),
  location: z.string(),
  conferenceUrl: z.string().nullable(),
  transparency: z.enum(["opaque", "transparent"]),
  priority: z.number().int(),
  people: z.array(z.string()),
  tags: z.array(z.string()),
  alsoIn: z.array(z.object({ source: z.string(), calendarId: z.string(), ref: z.string() })),
  flags: z.array(z.string()),
  conflictIds: z.array(z.string()),
  sourceRef: z.string().nullable(),
  etag: z.string().nullable(),
  rawSha256: z.string(),
  history: z.object({ version: z.number().int(), changedAt: timeSchema, changedFields: z.array(z.string()) }),
  firstSeenAt: timeSchema,
  lastSeenAt: timeSchema.nullable(),
}).meta({ id: "plannerArtifactRecordSchema" });
export type PlannerArtifactRecord = z.output<typeof plannerArtifactRecordSchema>;

export const plannerArtifactQuerySchema = z.object({
  source: listSchema.optional(),
  account: z.string().max(100).optional(),
  status: z.enum(["active", "tentative", "cancelled", "gone"]).optional(),
  type: z.enum(["event", "task", "draft"]).optional().describe("drafts are only listed on request"),
  priority: z.coerce.number().int().min(0).max(9).optional(),
  person: z.string().min(1).max(320).optional(),
  query: z.string().max(500).optional(),
  date: z.iso.date().optional(),
  ...rangeQuery,
  ...pageQuery,
});
export type PlannerArtifactQuery = z.output<typeof plannerArtifactQuerySchema>;

export const plannerRangeQuerySchema = z.object({
  source: listSchema.optional(),
  ...rangeQuery,
  limit: limitSchema,
});
export type PlannerRangeQuery = z.output<typeof plannerRangeQuerySchema>;

export const plannerClassifyArtifactInputSchema = z.object({
  label: labelSchema.nullable().describe("null returns to the rule"),
  reason: z.string().max(500).optional(),
}).meta({ id: "plannerClassifyArtifactInputSchema" });
