import { z } from "zod";
import {
  completionSchema,
  dueSchema,
  scheduledSchema,
  taskFieldsSchema,
} from "../../../../store/planner/task.ts";
import { pageQuery, timeSchema } from "../../../ground/kernel/schemas.ts";
import { isWithinDay, readRule } from "../../icalendar/rule.ts";
import {
  DATE_OR_TIME,
  listSchema,
  momentInputSchema,
  timeInputSchema,
  zoneSchema,
} from "../../planner_settings/input_schemas.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** The id of a task; one that no task has is not found, whatever it looks like. */
export const idSchema = z.string().min(1).max(64);
/** Ids of tasks, each once. */
export const idsSchema = z.array(idSchema).min(1).max(200).refine(
  (ids) => new Set(ids).size === ids.length,
  "each id only once",
);
/** Matches a length in minutes. */
export const minutesSchema = z.number().int().min(1).max(60 * 24 * 31);

const ruleSchema = z.string().max(1000).superRefine((text, issues) => {
  try {
    if (isWithinDay(readRule(text))) throw new Error("a task repeats by days, weeks, months or years");
  } catch (cause) {
    issues.addIssue({ code: "custom", message: messageOf(cause) });
  }
}).meta({ example: "FREQ=WEEKLY;BYDAY=MO" });

const dueInputSchema = z.union([
  z.iso.date(DATE_OR_TIME),
  timeInputSchema,
  z.object({ date: z.iso.date() }),
  z.object({ at: timeInputSchema, timeZone: zoneSchema.nullable().optional() }),
], DATE_OR_TIME);

const fields = {
  title: z.string().trim().min(1).max(500),
  content: z.string().max(8192).nullable(),
  progress: z.number().int().min(0).max(100).nullable(),
  priority: z.number().int().min(0).max(9).nullable().describe("1 is the highest, 0 means none"),
  due: dueInputSchema.nullable().describe("a date, a time, or an object that also names the time zone"),
  deferUntil: momentInputSchema.nullable(),
  estimateMinutes: minutesSchema.nullable(),
  spentMinutes: z.number().int().min(0).max(1_000_000).nullable(),
  state: taskFieldsSchema.shape.state.nullable().describe(
    "done completes it and open reopens it, as toggle does",
  ),
  scheduled: z.object({
    start: timeInputSchema,
    end: timeInputSchema,
    pinned: z.boolean().default(true),
  }).nullable().describe("without an offset in the planner's time zone"),
  rrule: ruleSchema.nullable(),
  repeatFrom: taskFieldsSchema.shape.repeatFrom.nullable(),
  parentId: idSchema.nullable(),
  dependsOn: z.array(idSchema).max(50).nullable(),
  tags: z.array(z.string().trim().min(1).max(100)).max(50).nullable(),
  people: z.array(z.string().trim().min(1).max(320)).max(50).nullable(),
  runId: z.string().min(1).max(64).nullable(),
  approvalId: z.string().min(1).max(64).nullable(),
  order: z.number().min(-1e12).max(1e12).describe("its position among all tasks"),
};

/** The fields of a task that can be changed, all optional; null gives one the value that it has in a new task. */
export const plannerUpdateTaskInputSchema = z.object(fields).partial().meta({
  id: "plannerUpdateTaskInputSchema",
});
export type UpdateTaskInput = z.output<typeof plannerUpdateTaskInputSchema>;

export const createTaskInputSchema = z.object(fields).partial().extend({
  quickAdd: z.string().trim().min(1).max(500).optional().describe(
    "the task in words: Call Ann tomorrow at 15:00 #home !1 30m",
  ),
}).refine(({ title, quickAdd }) => title !== undefined || quickAdd !== undefined, {
  message: "say what to do, such as: Call Ann tomorrow at 15:00",
  path: ["quickAdd"],
})
  .meta({
    id: "plannerCreateTaskInputSchema",
    example: { title: "Write the report", due: { date: "2026-03-02" } },
  });
export type CreateTaskInput = z.output<typeof createTaskInputSchema>;

/** What quick add understood in some of the words. */
const parsedWordSchema = z.object({
  field: z.string(),
  text: z.string(),
  start: z.number().int(),
  value: z.unknown(),
  as: z.string().describe("the same for people"),
});
export type ParsedWord = z.output<typeof parsedWordSchema>;

export const plannerTaskSchema = z.object({
  id: z.string(),
  source: z.string(),
  accountId: z.string().nullable(),
  uid: z.string(),
  ...taskFieldsSchema.omit({ completions: true }).shape,
  repeats: z.string().nullable().describe("its rrule in words"),
  due: dueSchema.nullable(),
  scheduled: scheduledSchema.nullable(),
  completions: z.array(z.object({ at: completionSchema.shape.at, due: dueSchema.nullable() })),
  sync: z.object({
    state: z.enum(["local", "in_sync", "to_push", "awaiting_review", "conflict"]),
    detail: z.string(),
    fields: z.array(z.object({ field: z.string(), here: z.unknown(), source: z.unknown() })),
  }),
  conflictIds: z.array(z.string()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  quickAdd: z.string().optional().describe("the words, if the task was created with quickAdd"),
  parsed: z.array(parsedWordSchema).optional().describe("if the task was created with quickAdd"),
  warnings: z.array(z.string()).optional().describe(
    "what it still waits for, if it has just been scheduled or completed",
  ),
  conflicts: z.array(z.string()).optional().describe(
    "titles of conflicting entries, if it has just been scheduled",
  ),
  why: z.array(z.string()).optional().describe("why that time was chosen, if it has just been scheduled"),
}).meta({ id: "plannerTaskSchema" });
export type PlannerTask = z.output<typeof plannerTaskSchema>;

const scheduledFilterSchema = z.enum(["yes", "no", "true", "false"]).transform((said) =>
  said === "yes" || said === "true"
);

export const plannerTaskQuerySchema = z.object({
  source: listSchema.optional(),
  account: z.string().max(100).optional(),
  state: z.enum(["open", "done", "archived", "any"]).default("open"),
  priority: z.coerce.number().int().min(0).max(9).optional(),
  scheduled: scheduledFilterSchema.optional(),
  schedule: scheduledFilterSchema.optional().describe("another name for scheduled"),
  due: z.iso.date().optional().describe("due on that day"),
  dueFrom: z.iso.date().optional(),
  dueTo: z.iso.date().optional(),
  parentId: idSchema.optional(),
  ...pageQuery,
}).refine(({ scheduled, schedule }) => scheduled === undefined || schedule === undefined, {
  message: "give only one of scheduled and schedule",
  path: ["schedule"],
}).refine(({ due, dueFrom, dueTo }) => due === undefined || (dueFrom ?? dueTo) === undefined, {
  message: "give either due, or dueFrom and dueTo",
  path: ["due"],
});
export type PlannerTaskQuery = z.output<typeof plannerTaskQuerySchema>;

export const toggleTaskInputSchema = z.object({
  completed: z.boolean().optional().describe("toggles if absent"),
  at: z.iso.datetime({ offset: true }).optional(),
});
export type ToggleTaskInput = z.output<typeof toggleTaskInputSchema>;

export const bulkToggleInputSchema = toggleTaskInputSchema.extend({ ids: idsSchema });

export const reorderTasksInputSchema = z.object({
  ids: idsSchema.optional().describe("their new order among each other"),
  id: idSchema.optional(),
  beforeId: idSchema.optional(),
  afterId: idSchema.optional(),
}).refine(
  ({ ids, id, beforeId, afterId }) =>
    ids !== undefined
      ? id === undefined
      : id !== undefined && (beforeId === undefined) !== (afterId === undefined),
  "either ids, or id with one of beforeId and afterId",
).refine(({ id, beforeId, afterId }) => id === undefined || id !== (beforeId ?? afterId), {
  message: "name another task than the one to move",
  path: ["id"],
});
export type ReorderTasksInput = z.output<typeof reorderTasksInputSchema>;
