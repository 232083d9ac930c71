import { z } from "zod";
import { timeSchema } from "../../ground/kernel/schemas.ts";
import { listSchema, rangeQuery } from "../planner_settings/input_schemas.ts";

export const plannerPendingQuerySchema = z.object({ sources: listSchema.optional(), ...rangeQuery });

export const plannerPendingCountsSchema = z.object({
  asOf: timeSchema,
  from: timeSchema,
  to: timeSchema,
  total: z.number().int().describe("the sum of all counts of all sources"),
  bySource: z.array(z.object({
    id: z.string(),
    toFetch: z.number().int().nullable().describe(
      "items that the last refresh found and could not read; null if it failed, or there was none",
    ),
    toPush: z.number().int(),
    toClassify: z.number().int().describe("events in the range that no rule classifies"),
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
