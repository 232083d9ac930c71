import { z } from "zod";
import { momentInputSchema, timeInputSchema, zoneSchema } from "../../planner_settings/input_schemas.ts";
import { idSchema, idsSchema, minutesSchema } from "./schemas.ts";

const scheduleFields = {
  start: timeInputSchema.nullable().optional().describe("null removes the time"),
  end: timeInputSchema.optional(),
  durationMinutes: minutesSchema.optional(),
  timeZone: zoneSchema.optional().describe("of a start and an end without an offset; default: the planner's"),
  pinned: z.boolean().optional(),
  strict: z.boolean().optional().describe("refuses a time that conflicts"),
  auto: z.boolean().optional().describe("finds the first free time"),
  within: z.object({ from: momentInputSchema, to: momentInputSchema }).optional().describe("with auto"),
};

const scheduleSchema = z.object(scheduleFields);
type Schedule = z.output<typeof scheduleSchema>;

/** Reports fields that contradict each other. */
function refuseContradictions(input: Schedule, issues: z.RefinementCtx): void {
  const { start, end, durationMinutes, auto, within } = input;
  const refuse = (path: string, message: string) =>
    issues.addIssue({ code: "custom", path: [path], message });
  if (auto && (start ?? end) !== undefined) refuse("auto", "auto finds the time: leave out start and end");
  if (!auto && within !== undefined) refuse("within", "within is only for auto");
  if (end !== undefined && durationMinutes !== undefined) refuse("end", "give either end or durationMinutes");
  if (start === null && (end ?? durationMinutes ?? auto) !== undefined) {
    refuse("start", "null removes the time: leave out everything else");
  }
}

export const scheduleTaskInputSchema = scheduleSchema.superRefine(refuseContradictions);
export type ScheduleTaskInput = z.output<typeof scheduleTaskInputSchema>;

export const bulkScheduleInputSchema = z.object({
  ids: idsSchema.optional(),
  auto: z.literal(true).optional().describe("required with ids"),
  within: scheduleFields.within,
  items: z.array(z.object({ id: idSchema, ...scheduleFields }).superRefine(refuseContradictions)).min(1).max(
    200,
  )
    .optional(),
}).refine(
  ({ ids, auto, within, items }) =>
    ids === undefined
      ? items !== undefined && (auto ?? within) === undefined
      : items === undefined && auto === true,
  "either ids with auto, or items",
);
export type BulkScheduleInput = z.output<typeof bulkScheduleInputSchema>;
