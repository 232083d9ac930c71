import { z } from "zod";
import { draftDocumentSchema } from "../../../../store/planner/draft_stream.ts";
import { attendeeSchema, labelSchema, momentSchema } from "../../../../store/planner/item.ts";
import { pageQuery, timeSchema } from "../../../ground/kernel/schemas.ts";
import { listSchema, rangeQuery } from "../../planner_settings/input_schemas.ts";

const classificationSchema = z.object({
  label: labelSchema,
  by: z.enum(["rule", "human", "model"]),
  confidence: z.number(),
  reasons: z.array(z.string()),
});

const artifactStatusSchema = z.enum(["active", "tentative", "cancelled", "gone", "archived"]).describe(
  "archived for a task of a source that was archived here",
);

/** One occurrence as the API shows it; its key is accepted wherever an artifact's id is. */
const occurrenceShownSchema = z.object({
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
  itemType: z.enum(["event", "task", "draft", "note"]),
  status: artifactStatusSchema,
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
  repeats: z.string().nullable().describe("the same in words"),
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
  status: artifactStatusSchema.optional(),
  type: z.enum(["event", "task", "draft", "note"]).optional().describe("drafts are only listed on request"),
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
  ...pageQuery,
});
export type PlannerRangeQuery = z.output<typeof plannerRangeQuerySchema>;

export const plannerClassifyArtifactInputSchema = z.object({
  label: labelSchema.nullable().optional().describe("null returns to the rule"),
  reason: z.string().max(500).optional(),
  by: z.literal("model").optional().describe(
    "asks a model instead, where no rule fits and the settings let one read records",
  ),
}).refine(({ label, by }) => (label === undefined) !== (by === undefined), {
  message: "send either a label or by",
  path: ["label"],
}).meta({ id: "plannerClassifyArtifactInputSchema" });
