import { z } from "zod";
import {
  automationDocumentSchema,
  automationStatusSchema,
  definitionSchema,
} from "../../../../store/automations/document.ts";
import { fireSchema } from "../../../../store/automations/events.ts";
import {
  countsSchema,
  limitSchema,
  momentSchema,
  offsetSchema,
  orNull,
  timeSchema,
} from "../../../ground/kernel/schemas.ts";
import { NO_FIX_IN_WORKFLOWS } from "../../../control/runs/fix_words.ts";
import { createCoordinatorRunInputSchema, jsonObjectSchema } from "../../../control/runs/schemas.ts";
import { onFailureSchema } from "../../../../store/runs/document.ts";
import { webhookInputSchema } from "./webhook_input.ts";
import { shownTriggerSchema } from "./shown_trigger.ts";
import { cronSchema, durationSchema, expressionSchema, zoneSchema } from "./field_schemas.ts";

const scheduleInput = { kind: z.literal("schedule") };

/** When an automation fires. */
export const triggerInputSchema = z.union([
  z.object({ ...scheduleInput, cron: cronSchema, timezone: zoneSchema.default("UTC") }),
  z.object({
    ...scheduleInput,
    every: durationSchema("PT10S", "P366D"),
    startAt: momentSchema.optional(),
    timezone: zoneSchema.default("UTC").describe("the time zone for days and months"),
  }),
  z.object({ ...scheduleInput, at: momentSchema }),
  webhookInputSchema,
  z.object({
    kind: z.literal("event"),
    types: z.array(z.string().regex(/^[a-z_]+\.[a-z_]+$/, "a type such as run.failed")).min(1).max(20),
    filter: orNull(expressionSchema),
  }),
  z.object({ kind: z.literal("manual") }),
]);

export type TriggerInput = z.input<typeof triggerInputSchema>;

const runInput = createCoordinatorRunInputSchema.omit({ capabilityClass: true }).shape;
const { request, repoPath, race, ...how } = {
  ...runInput,
  onFailure: onFailureSchema.default("fail").describe("what a failed task does, except in a race"),
};
const actionInputSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("run"), request, repoPath, race, ...how }),
  z.object({
    kind: z.literal("workflow"),
    workflowId: z.string().min(1).max(200),
    version: z.number().int().min(1).nullable().default(null).describe(
      "null for the version that is active at that time",
    ),
    inputs: jsonObjectSchema.default({}).describe("the inputs of the workflow"),
    repoPath: repoPath.optional().describe("the repoPath of the definition if absent"),
    ...how,
    fix: how.fix.refine((rounds) => !rounds, NO_FIX_IN_WORKFLOWS),
  }),
]);

/** Interface, section 4, Automations; fields from `workflows.md`. */
export const automationDefinitionInputSchema = z.object({
  id: z.string().min(1).max(64).optional().describe("replaces that automation"),
  name: z.string().trim().min(1).max(200).meta({ example: "Nightly check" }),
  description: z.string().max(2000).default(""),
  trigger: triggerInputSchema.meta({ example: { kind: "schedule", cron: "0 3 * * *" } }),
  action: actionInputSchema.meta({
    example: { kind: "run", request: "run npm test", repoPath: "~/my/repository" },
  }),
  overlap: definitionSchema.shape.overlap.default("skip"),
  catchUp: definitionSchema.shape.catchUp.default("latest"),
  catchupWindow: durationSchema("PT1M", "P30D").default("PT1H"),
  jitter: durationSchema("PT0S", "PT1H").default("PT0S"),
  maxConsecutiveFailures: z.number().int().min(0).max(100).default(5).describe("0 never pauses it"),
  startAt: momentSchema.nullable().default(null),
  endAt: momentSchema.nullable().default(null),
  status: automationStatusSchema.optional().describe("enabled if absent"),
}).meta({ id: "automationDefinitionInputSchema" });
export type AutomationDefinitionInput = z.output<typeof automationDefinitionInputSchema>;

export const automationListQuerySchema = z.object({
  status: automationStatusSchema.optional(),
  limit: limitSchema,
  offset: offsetSchema,
});

/** An automation as lists show it. */
export const automationDefinitionSchema = automationDocumentSchema.omit({
  countedFrom: true,
  cursor: true,
  next: true,
  buffered: true,
  eventCursor: true,
}).extend({
  trigger: shownTriggerSchema,
  nextFireAt: timeSchema.nullable(),
  openRuns: z.number().int().describe("its runs that have not ended"),
}).meta({ id: "automationDefinitionSchema" });
export type AutomationDefinition = z.output<typeof automationDefinitionSchema>;

/** A row of the ledger. */
const fireRowSchema = fireSchema.omit({
  fireId: true,
  lastDueAt: true,
  count: true,
  countAtLeast: true,
  latenessMilliseconds: true,
  materialId: true,
  dedupeKey: true,
  inARow: true,
}).extend({
  id: z.string(),
  automationId: z.string(),
  dueAt: timeSchema.describe("the first moment of a range"),
  range: z.object({
    first: timeSchema,
    last: timeSchema,
    count: z.number().int(),
    countAtLeast: z.boolean().describe("true if there were more than were counted"),
  }).nullable().describe("several moments with the same outcome; null for a single one"),
  latenessMs: z.number().int(),
  decidedAt: timeSchema,
}).meta({ id: "automationFireSchema" });
export type FireRecord = z.output<typeof fireRowSchema>;

const daySchema = z.object({
  id: z.iso.date(),
  rows: countsSchema.describe("scheduled times of this day, in UTC, by outcome"),
  maxLatenessMilliseconds: z.number().int().nullable().describe(
    "of scheduled times that started a run or were missed; null if there are none",
  ),
});
export type LedgerDay = z.output<typeof daySchema>;

const checkSchema = z.object({
  from: timeSchema,
  to: timeSchema,
  due: z.number().int().describe("scheduled times in that span"),
  counted: z.number().int().describe("scheduled times in the ledger"),
  equal: z.boolean(),
});
export type LedgerCheck = z.output<typeof checkSchema>;

export const automationDetailsSchema = automationDefinitionSchema.extend({
  nextFires: z.array(timeSchema),
  ledger: z.object({
    items: z.array(fireRowSchema),
    counts: countsSchema.describe("scheduled times by outcome"),
    days: z.array(daySchema).describe("the days with rows among the last 30, oldest first"),
    check: checkSchema.nullable().describe("null without a schedule, or if there are too many to count"),
  }),
  waitingMoment: z.object({ fireId: z.string(), dueAt: timeSchema }).nullable(),
  openRunIds: z.array(z.string()),
  events: z.array(z.object({
    id: z.string(),
    sequence: z.number().int(),
    type: z.string(),
    at: timeSchema,
    actor: z.string(),
    summary: z.string(),
  })),
}).meta({ id: "automationDetailsSchema" });
export type AutomationDetails = z.output<typeof automationDetailsSchema>;

export const triggerAutomationInputSchema = z.object({
  fireId: z.string().min(1).max(64).optional().describe("repeats a row of the ledger"),
  inputs: jsonObjectSchema.optional().describe("inputs for this time; they override its own"),
  ignoreOverlap: z.boolean().default(false),
  force: z.boolean().default(false).describe("even if it is paused or disabled"),
}).meta({ id: "triggerAutomationInputSchema" });
export type TriggerAutomationInput = z.output<typeof triggerAutomationInputSchema>;

export const fireResultSchema = z.object({
  fireId: z.string(),
  automationId: z.string(),
  outcome: fireSchema.shape.outcome.or(z.literal("buffered")),
  reason: z.string().nullable(),
  runId: z.string().nullable(),
});
export type FireResult = z.output<typeof fireResultSchema>;

export const deletedAutomationSchema = z.object({ deleted: z.string() });
