import { z } from "zod";
import { actorSchema, onFailureSchema, onRedSchema, requestedRaceSchema } from "../runs/document.ts";
import { WEBHOOK_PROOFS } from "../shared/enumerations.ts";

/** `every` is counted from `startAt`, which defaults to the time of creation. */
export const scheduleTriggerSchema = z.union([
  z.object({ kind: z.literal("schedule"), cron: z.string(), timezone: z.string() }),
  z.object({ kind: z.literal("schedule"), every: z.string(), startAt: z.string(), timezone: z.string() }),
  z.object({ kind: z.literal("schedule"), at: z.string() }),
]);
export type ScheduleTrigger = z.infer<typeof scheduleTriggerSchema>;

/** How the sender of a webhook authenticates. */
export const verificationSchema = z.enum(WEBHOOK_PROOFS);

export const webhookTriggerSchema = z.object({
  kind: z.literal("webhook"),
  path: z.string(),
  secretId: z.string(),
  /** The previous secret, which is accepted until then. */
  previousSecretId: z.string().nullable(),
  previousUntil: z.string().nullable(),
  verification: verificationSchema,
  filter: z.string().nullable(),
  /** The inputs of its workflow that a delivery gives, each an expression. */
  inputs: z.record(z.string(), z.string()).optional(),
  /** An expression that is equal for the same delivery. */
  dedupe: z.string().optional(),
  maxPerMinute: z.number().int(),
});
export type WebhookTrigger = z.infer<typeof webhookTriggerSchema>;

export const eventTriggerSchema = z.object({
  kind: z.literal("event"),
  types: z.array(z.string()),
  filter: z.string().nullable(),
});
export type EventTrigger = z.infer<typeof eventTriggerSchema>;

export const manualTriggerSchema = z.object({ kind: z.literal("manual") });

const triggerSchema = z.union([
  ...scheduleTriggerSchema.options,
  webhookTriggerSchema,
  eventTriggerSchema,
  manualTriggerSchema,
]);
export type Trigger = z.infer<typeof triggerSchema>;

const commandSchema = z.object({ command: z.string() });

/** The request for a run. */
const runActionSchema = z.object({
  kind: z.literal("run"),
  request: z.string(),
  repoPath: z.string(),
  worker: z.object({ provider: z.string(), model: z.string().optional() }).optional(),
  verifier: commandSchema.optional(),
  setup: commandSchema.nullable().optional(),
  onFailure: onFailureSchema.optional(),
  onRed: onRedSchema.optional(),
  fix: z.number().int().optional(),
  race: requestedRaceSchema.optional(),
  needs: z.array(z.string()).optional(),
  here: z.boolean().optional(),
});

/** A run of a saved workflow; fields that are left out keep the values of its definition. */
const workflowActionSchema = runActionSchema.omit({ request: true, race: true }).extend({
  kind: z.literal("workflow"),
  workflowId: z.string(),
  /** Null for the version that is active when the automation fires. */
  version: z.number().int().nullable(),
  inputs: z.record(z.string(), z.unknown()),
  repoPath: z.string().optional(),
});
export type WorkflowAction = z.infer<typeof workflowActionSchema>;

export const actionSchema = z.union([runActionSchema, workflowActionSchema]).meta({
  id: "automationActionSchema",
});
export type AutomationAction = z.infer<typeof actionSchema>;

/** What a person defines of an automation. Each change makes a new revision. */
export const definitionSchema = z.object({
  name: z.string(),
  description: z.string(),
  trigger: triggerSchema,
  action: actionSchema,
  overlap: z.enum(["skip", "buffer_one", "allow_all"]),
  catchUp: z.enum(["latest", "all", "none"]),
  catchupWindow: z.string(),
  jitter: z.string(),
  /** 0 means it is never paused. */
  maxConsecutiveFailures: z.number().int(),
  startAt: z.string().nullable(),
  endAt: z.string().nullable(),
});
export type StoredDefinition = z.infer<typeof definitionSchema>;

export const automationStatusSchema = z.enum(["enabled", "disabled", "paused"]);
export type AutomationStatus = z.infer<typeof automationStatusSchema>;

/** The outcome of a scheduled moment, a delivery, an event or a person's request. */
export const outcomeSchema = z.enum([
  "fired",
  "caught_up",
  "skipped_overlap",
  "skipped_paused",
  "skipped_disabled",
  "deduplicated",
  "missed",
  "rejected",
  "failed_to_queue",
  "blocked_class",
]);
export type FiringOutcome = z.infer<typeof outcomeSchema>;

/** The next moment of a schedule: when it is due, and when it is ready, which is later by the jitter. */
export const nextSchema = z.object({ dueAt: z.string(), readyAt: z.string() }).nullable();
export type Next = z.infer<typeof nextSchema>;

/** Where a moment came from that no schedule gave, and what came with it. */
export const originSchema = z.object({
  deliveryId: z.string().optional(),
  bodySha256: z.string().optional(),
  materialId: z.string().optional(),
  /** The id of the delivery, as the sender signed it. */
  dedupeKey: z.string().optional(),
  replayOf: z.string().optional(),
  eventSequence: z.number().int().optional(),
  /** The automations that led here, first one first. */
  causedBy: z.array(z.string()).optional(),
});

/** What triggers an automation. */
export const triggeredBySchema = z.enum(["schedule", "webhook", "event", "manual"]);

/** A moment that waits for the previous run to end, with everything that its run needs. */
export const bufferedSchema = originSchema.extend({
  fireId: z.string(),
  trigger: z.string(),
  dueAt: z.string(),
  /** The inputs of its workflow that were sent for this time. */
  inputs: z.record(z.string(), z.unknown()).optional(),
});

/** An automation, folded from its events. Its ledger is a view. */
export const automationDocumentSchema = definitionSchema.extend({
  id: z.string(),
  status: automationStatusSchema,
  pausedBy: z.enum(["person", "failures"]).nullable(),
  pausedReason: z.string().nullable(),
  revision: z.number().int(),
  /** The moments of this revision, or since it was last enabled, begin here. */
  countedFrom: z.string(),
  /** The last moment that was dealt with. */
  cursor: z.string(),
  next: nextSchema,
  buffered: bufferedSchema.nullable(),
  consecutiveFailures: z.number().int(),
  /** The newest runs that failed since one succeeded. */
  failedRunIds: z.array(z.string()),
  overlapsInARow: z.number().int(),
  /** The last event of the log that was checked against its trigger. */
  eventCursor: z.number().int(),
  lastFire: z.object({
    fireId: z.string(),
    at: z.string(),
    outcome: outcomeSchema,
    runId: z.string().nullable(),
  })
    .nullable(),
  createdBy: actorSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type AutomationDocument = z.infer<typeof automationDocumentSchema>;
