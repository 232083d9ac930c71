import { z } from "zod";
import { fireSchema } from "../../../store/automations/events.ts";
import { actionSchema } from "../../../store/automations/document.ts";
import { blastRadiusSchema } from "../../control/workflows/schemas.ts";
import { momentSchema, timeSchema } from "../../ground/kernel/schemas.ts";

export const previewQuerySchema = z.object({
  from: momentSchema.optional().describe("the start of a window; it may be in the past"),
  to: momentSchema.optional().describe("its end, at most 400 days later"),
  count: z.coerce.number().int().min(1).max(1000).default(10),
});
export type PreviewQuery = z.output<typeof previewQuerySchema>;

const calendarDaySchema = z.object({
  id: z.iso.date().describe("in the automation's zone"),
  fires: z.number().int().nullable().describe("null if there are too many to count"),
  first: z.string().nullable().describe("the local time of the first"),
  note: z.string().optional().describe("the clock change on this day"),
});
export type CalendarDay = z.output<typeof calendarDaySchema>;

const perMonthSchema = z.object({
  fires: z.number().int().nullable().describe("in the next 30 days; null if there is no schedule"),
  atLeast: z.boolean(),
  executions: z.number().int().nullable().describe("of workers and commands, at most"),
  costUsd: z.object({ low: z.number(), high: z.number() }).nullable().describe(
    "the expected cost; null if unknown",
  ),
  unknownCosts: z.array(z.string()).describe(
    "prompts, and nodes that start a run, whose expected cost is not known",
  ),
  maxCostUsd: z.number().nullable().describe("null if it has no limit"),
  boundedBy: z.string().nullable().describe(
    "the limit that applies: the smallest of its limits and the budgets",
  ),
});
export type PerMonth = z.output<typeof perMonthSchema>;

export const automationPreviewSchema = z.object({
  wouldQueue: actionSchema.nullable().describe(
    "null if it would queue nothing now",
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
    startsAt: timeSchema.optional().describe(
      "the end of the quiet hours that its run waits for",
    ),
  })),
  more: z.boolean().describe("whether the window has more scheduled times"),
  zone: z.string().describe("the time zone of the calendar and the words"),
  calendar: z.array(calendarDaySchema).describe(
    "the days of the window, or 30 after its first; empty without a schedule",
  ),
  perMonth: perMonthSchema,
  blastRadius: blastRadiusSchema.nullable().describe(
    "what one run may touch; null without a workflow to run",
  ),
}).meta({ id: "automationPreviewSchema" });
export type AutomationPreview = z.output<typeof automationPreviewSchema>;
