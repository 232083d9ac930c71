import { z } from "zod";
import { conflictKindSchema } from "../../../../store/planner/suppression_stream.ts";
import {
  limitSchema,
  offsetSchema,
  orNull,
  queryFlagSchema,
  timeSchema,
} from "../../../ground/kernel/schemas.ts";
import { listSchema, momentInputSchema } from "../../planner_settings/input_schemas.ts";

export const plannerConflictSuppressionSchema = z.object({
  id: z.string(),
  conflictId: z.string(),
  kind: conflictKindSchema,
  artifactIds: z.array(z.string()),
  reason: z.string().nullable(),
  until: timeSchema.nullable(),
  fingerprint: z.string(),
  state: z.enum(["active", "expired", "lapsed", "removed"]).describe(
    "lapsed if one of its entries has moved, removed if a person showed the conflict again",
  ),
  actor: z.string(),
  at: timeSchema,
}).meta({ id: "plannerConflictSuppressionSchema" });
export type PlannerConflictSuppression = z.output<typeof plannerConflictSuppressionSchema>;

export const plannerConflictSchema = z.object({
  id: z.string(),
  kind: conflictKindSchema,
  severity: z.enum(["info", "warning", "high", "critical"]),
  status: z.enum(["open", "suppressed", "resolved"]).describe(
    "resolved if it was suppressed and no longer exists; should it come back as it was, it is still suppressed",
  ),
  artifactIds: z.array(z.string()),
  taskIds: z.array(z.string()),
  occurrences: z.array(z.string()),
  start: timeSchema,
  end: timeSchema,
  minutes: z.number().int(),
  detail: z.string(),
  explain: z.array(z.string()),
  suggestions: z.array(z.object({ action: z.string(), detail: z.string() })),
  firstSeenAt: timeSchema.describe("when one of its entries last changed"),
  suppression: plannerConflictSuppressionSchema.nullable(),
  suppressionLapsed: z.boolean().describe(
    "true if it was suppressed, but one of its entries has moved since",
  ),
}).meta({ id: "plannerConflictSchema" });
export type PlannerConflict = z.output<typeof plannerConflictSchema>;

export const plannerConflictQuerySchema = z.object({
  from: momentInputSchema.optional(),
  to: momentInputSchema.optional(),
  kinds: listSchema.pipe(z.array(conflictKindSchema)).optional().describe("separated by commas"),
  includeSuppressed: queryFlagSchema.default(false).describe(
    "also those that were suppressed and are resolved",
  ),
  limit: limitSchema.describe(
    "a response contains at most 400; `x-agent-harness-total` says how many there are",
  ),
  offset: offsetSchema,
});
export type PlannerConflictQuery = z.output<typeof plannerConflictQuerySchema>;

export const suppressConflictInputSchema = z.object({
  reason: orNull(z.string().max(500)),
  until: orNull(z.iso.datetime({ offset: true })),
});

export const suppressByArtifactInputSchema = suppressConflictInputSchema.extend({
  includeFuture: z.boolean().default(false).describe("also those after the default 14 days"),
});

export const plannerConflictUnsuppressionSchema = z.object({
  conflictId: z.string(),
  suppressed: z.literal(false),
  removed: z.array(z.string()),
  at: timeSchema,
}).meta({ id: "plannerConflictUnsuppressionSchema" });
