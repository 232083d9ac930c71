import { z } from "zod";
import { actionDocumentSchema, calendarActionKindSchema } from "../../../../store/planner/action_stream.ts";
import { plainEvidenceSchema } from "../../../../store/approvals/stream.ts";
import { approvalDecisionInputSchema } from "../../../control/approvals/decision_schema.ts";
import { timeSchema } from "../../../ground/kernel/schemas.ts";
import { momentInputSchema, zoneSchema } from "../../planner_settings/input_schemas.ts";

const personInputSchema = z.object({
  email: z.string().min(3).max(254),
  name: z.string().max(200).optional(),
});

/** The fields of an event: absent ones stay, null clears. */
const eventInputSchema = z.object({
  title: z.string().trim().min(1).max(500).optional(),
  content: z.string().max(8_192).nullable().optional(),
  location: z.string().max(500).nullable().optional(),
  start: momentInputSchema.optional(),
  end: momentInputSchema.optional().describe("a date includes the whole day"),
  durationMinutes: z.number().int().min(1).max(527_040).optional(),
  timeZone: zoneSchema.optional().describe("for a new event"),
  rrule: z.string().min(1).max(500).nullable().optional(),
  transparency: z.enum(["opaque", "transparent"]).optional(),
  status: z.enum(["confirmed", "tentative"]).optional(),
  attendees: z.array(personInputSchema).max(50).nullable().optional(),
});
export type EventInput = z.output<typeof eventInputSchema>;

const scopeSchema = z.enum(["this", "following", "all"]);
export type Scope = z.output<typeof scopeSchema>;

export const calendarActionInputSchema = z.object({
  request: z.string().trim().min(1).max(2_000).optional().describe(
    "the request in words, parsed by rules; refused with 400 if it is ambiguous",
  ).meta({ example: "Move the review to Friday at 15:00" }),
  action: calendarActionKindSchema.optional().describe("required except for an undo or a request in words"),
  artifactId: z.string().max(200).optional().describe("an event, or the key of one occurrence"),
  occurrence: z.string().max(200).optional().describe("key of an occurrence"),
  scope: scopeSchema.optional().describe("required if the event repeats"),
  event: eventInputSchema.optional(),
  calendarId: z.string().max(2_000).optional().describe(
    "for a new event: `local`, or `<source>:<calendar>`; default: the one in the settings",
  ),
  response: z.enum(["accepted", "declined", "tentative"]).optional(),
  taskId: z.string().max(100).optional(),
  source: z.string().max(40).optional().describe("with update: all pending changes of its tasks"),
  content: z.string().max(8_192).optional().describe("text of the drafted mail"),
  notify: z.enum(["none", "draft"]).default("none"),
  serverMayNotify: z.boolean().default(false).describe("lets the server mail people automatically"),
  undoOf: z.string().max(100).optional().describe("the executed action to undo"),
}).meta({ id: "plannerCalendarActionInputSchema" });
export type CalendarActionInput = z.output<typeof calendarActionInputSchema>;

/** An event as a plan shows it. */
const shownEventSchema = z.object({
  recurrenceId: z.string().nullable(),
  title: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  timeZone: z.string().nullable(),
  rrule: z.string().nullable(),
  location: z.string(),
  content: z.string(),
  transparency: z.string(),
  status: z.string(),
  attendees: z.array(z.object({ email: z.string(), name: z.string(), partstat: z.string() })),
  occurrences: z.number().int(),
  due: z.string().nullable().optional().describe("these four: of a task"),
  progress: z.number().optional(),
  priority: z.number().optional(),
  tags: z.array(z.string()).optional(),
});
export type ShownEvent = z.output<typeof shownEventSchema>;

const stepSchema = z.object({
  n: z.number().int(),
  kind: z.enum(["local_write", "caldav_put", "caldav_delete", "draft_create"]),
  target: z.string(),
  /** Null where nothing may exist yet. */
  ifMatch: z.string().nullable(),
  bodySha256: z.string().nullable(),
  beforeSha256: z.string().nullable(),
});
export type Step = z.output<typeof stepSchema>;

const conflictSchema = z.object({ kind: z.string(), detail: z.string(), start: timeSchema, end: timeSchema });

/** The complete plan; its hash is what is approved. */
const planSchema = z.object({
  steps: z.array(stepSchema),
  before: z.array(shownEventSchema),
  after: z.array(shownEventSchema),
  diff: z.array(z.object({
    recurrenceId: z.string().nullable(),
    field: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    title: z.string().optional().describe("whose difference it is, if the plan changes several objects"),
  })),
  occurrences: z.object({
    count: z.number().int(),
    first: timeSchema.nullable(),
    last: timeSchema.nullable(),
  }),
  notifies: z.array(z.object({ email: z.string(), name: z.string(), method: z.string() })),
  serverNotifies: z.array(z.string()),
  conflictsCreated: z.array(conflictSchema),
  conflictsResolved: z.array(conflictSchema),
});
export type ShownPlan = z.output<typeof planSchema>;

const readPartSchema = z.object({ field: z.string(), text: z.string(), value: z.string() });

/** The stored file of a plan. */
export const planFileSchema = z.object({
  id: z.string(),
  sourceId: z.string(),
  /** Identifies the source's settings: a plan does not outlive them. */
  configSha256: z.string(),
  action: calendarActionKindSchema,
  plan: planSchema,
  /** Empty for tasks, which may be in several. */
  calendarId: z.string(),
  /** What is read again afterwards, and where it is. */
  uids: z.array(z.object({ uid: z.string(), target: z.string() })),
  block: z.object({ taskId: z.string(), start: z.string().nullable(), end: z.string().nullable() })
    .nullable(),
  taskIds: z.array(z.string()),
  drafts: z.array(z.object({
    id: z.string(),
    sha256: z.string(),
    messageSha256: z.string(),
    messageId: z.string(),
    recipients: z.number().int(),
  })),
  warnings: z.array(z.string()),
  evidence: z.array(plainEvidenceSchema),
  /** The request in words that it was planned from; older plans have none. */
  request: z.string().nullable().default(null),
  parsed: z.array(readPartSchema).default([]),
});
export type PlanFile = z.output<typeof planFileSchema>;

export const calendarActionResponseSchema = z.object({
  id: z.string(),
  ...actionDocumentSchema.pick({ status: true, action: true, policyClass: true, approvalId: true }).shape,
  source: z.string(),
  plan: planSchema,
  planSha256: z.string(),
  parsed: z.array(readPartSchema).describe(
    "how a request in words was understood",
  ),
  evidence: z.array(plainEvidenceSchema),
  warnings: z.array(z.string()),
  expiresAt: timeSchema,
  result: z.object({
    detail: z.string(),
    steps: actionDocumentSchema.shape.done,
    draftIds: z.array(z.string()),
    artifactIds: z.array(z.string()),
    at: timeSchema,
  }).nullable(),
  undoOf: z.string().nullable(),
}).meta({ id: "plannerCalendarActionResponseSchema" });
export type CalendarActionResponse = z.output<typeof calendarActionResponseSchema>;

export const executeActionInputSchema = z.object({
  actionId: z.string().min(1).max(100),
  planSha256: z.string().regex(
    /^[0-9a-f]{64}$/,
    "expected the 64 hexadecimal digits that the plan is shown with",
  ),
  decision: approvalDecisionInputSchema.optional().describe("approves it in the same request"),
}).meta({ id: "plannerExecuteCalendarActionInputSchema" });
export type ExecuteActionInput = z.output<typeof executeActionInputSchema>;

export const createCalendarEventInputSchema = eventInputSchema.extend({
  title: z.string().trim().min(1).max(500),
  start: momentInputSchema.meta({ example: "2026-12-20T10:00" }),
  allDay: z.boolean().optional().describe("true takes the days of start and end; absent, a date is all-day"),
  calendarId: calendarActionInputSchema.shape.calendarId,
  decision: approvalDecisionInputSchema.optional().describe("required for a server's calendar"),
}).meta({ id: "plannerCreateCalendarEventInputSchema" });
export type CreateCalendarEventInput = z.output<typeof createCalendarEventInputSchema>;
