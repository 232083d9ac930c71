import { z } from "zod";
import { fireSchema } from "../../store/automations/events.ts";
import { runActionSchema } from "../../store/automations/document.ts";
import { timeSchema } from "../kernel/schemas.ts";
import { momentSchema } from "./field_schemas.ts";

export const previewQuerySchema = z.object({
  from: momentSchema.optional().describe("the beginning of a window; also one that is past"),
  to: momentSchema.optional().describe("its end, at most 400 days later"),
  count: z.coerce.number().int().min(1).max(1000).default(10),
});
export type PreviewQuery = z.output<typeof previewQuerySchema>;

/** What stands for how much of one kind an automation may reach. */
const reachSchema = z.object({
  items: z.array(z.string()),
  basis: z.enum(["declared", "unbounded"]),
  from: z.string(),
});

export const automationPreviewSchema = z.object({
  wouldQueue: runActionSchema.omit({ kind: true }).nullable().describe(
    "null where it would queue nothing now",
  ),
  outcomeNow: fireSchema.shape.outcome.or(z.literal("buffered")),
  blockers: z.array(z.string()),
  schedule: z.object({ words: z.string(), rules: z.array(z.string()) }),
  nextFires: z.array(z.object({
    at: timeSchema,
    local: z.string().describe("in the automation's zone"),
    words: z.string(),
    note: z.string().optional(),
    skippedBecause: z.string().optional(),
  })),
  more: z.boolean().describe("whether the window has further moments"),
  perMonth: z.object({
    fires: z.number().int().nullable().describe("in the next 30 days; null where a schedule does not say"),
    atLeast: z.boolean(),
    costUsd: z.object({ low: z.number(), high: z.number() }).nullable().describe(
      "null where it is not known",
    ),
  }),
  blastRadius: z.object({
    files: reachSchema,
    commands: reachSchema,
    secrets: reachSchema,
    classes: reachSchema,
  }),
}).meta({ id: "automationPreviewSchema" });
export type AutomationPreview = z.output<typeof automationPreviewSchema>;
