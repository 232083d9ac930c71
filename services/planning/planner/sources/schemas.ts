import { z } from "zod";
import { refreshEndSchema, sourceDocumentSchema } from "../../../../store/planner/source_stream.ts";
import { pageQuery, timeSchema } from "../../../ground/kernel/schemas.ts";
import { momentInputSchema } from "../../planner_settings/input_schemas.ts";

export const plannerRefreshInputSchema = z.object({
  sources: z.array(z.string().min(1).max(40)).min(1).max(50).optional(),
  accountId: z.string().max(100).optional(),
  from: momentInputSchema.optional().describe(
    "the time that is to be current then; each source is always read as a whole",
  ),
  to: momentInputSchema.optional(),
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
  status: z.enum(["queued", "running", "completed", "partial", "failed", "held", "skipped"]).describe(
    "queued until an earlier refresh of the source, or one of the four that are under way at most, has ended",
  ),
  mode: z.enum(["full", "incremental"]),
  trigger: z.enum(["manual", "interval"]),
  startedAt: timeSchema.nullable(),
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
  auth: z.enum(["none", "basic", "bearer", "oauth"]),
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
