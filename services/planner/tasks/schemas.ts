import { z } from "zod";
import {
  completionSchema,
  dueSchema,
  scheduledSchema,
  taskFieldsSchema,
} from "../../../store/planner/task.ts";
import { pageQuery, timeSchema } from "../../kernel/schemas.ts";
import { canonical } from "../ics/zones.ts";
import { isWithinDay, readRule } from "../ics/rule.ts";
import { listSchema, momentInputSchema } from "../schemas.ts";

const timeInputSchema = z.iso.datetime({ offset: true });
const zoneSchema = z.string().max(60).refine(
  (name) => canonical(name) !== null,
  "a time zone such as Europe/Berlin",
);
const idSchema = z.string().regex(/^plt_[0-9a-z]{1,40}$/, "the id of a task");
const idsSchema = z.array(idSchema).min(1).max(200).refine(
  (ids) => new Set(ids).size === ids.length,
  "each id only once",
);
const minutesSchema = z.number().int().min(1).max(60 * 24 * 31);

const ruleSchema = z.string().max(1000).superRefine((text, issues) => {
  try {
    if (isWithinDay(readRule(text))) throw new Error("a task repeats by days, weeks, months or years");
  } catch (cause) {
    issues.addIssue({ code: "custom", message: (cause as Error).message });
  }
}).meta({ example: "FREQ=WEEKLY;BYDAY=MO" });

const dueInputSchema = z.union([
  z.object({ date: z.iso.date() }),
  z.object({ at: timeInputSchema, timeZone: zoneSchema.nullable().optional() }),
]);

const fields = {
  title: z.string().trim().min(1).max(500),
  content: z.string().max(8192),
  progress: z.number().int().min(0).max(100),
  priority: z.number().int().min(0).max(9).describe("1 is the highest, 0 means none"),
  due: dueInputSchema.nullable(),
  deferUntil: momentInputSchema.nullable(),
  estimateMinutes: minutesSchema.nullable(),
  spentMinutes: z.number().int().min(0).max(1_000_000),
  rrule: ruleSchema.nullable(),
  repeatFrom: taskFieldsSchema.shape.repeatFrom,
  parentId: idSchema.nullable(),
  dependsOn: z.array(idSchema).max(50),
  tags: z.array(z.string().trim().min(1).max(100)).max(50),
  people: z.array(z.string().trim().min(1).max(320)).max(50),
  runId: z.string().min(1).max(64).nullable(),
  approvalId: z.string().min(1).max(64).nullable(),
};

/** The fields of a task that can be changed, all optional. */
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

/** What quick add understood in the words. */
export const parsedWordsSchema = z.array(z.object({
  field: z.string(),
  text: z.string(),
  start: z.number().int(),
  value: z.unknown(),
}));

export const plannerTaskSchema = z.object({
  id: z.string(),
  source: z.string(),
  accountId: z.string().nullable(),
  uid: z.string(),
  ...taskFieldsSchema.omit({ completions: true }).shape,
  due: dueSchema.nullable(),
  scheduled: scheduledSchema.nullable(),
  completions: z.array(z.object({ at: completionSchema.shape.at, due: dueSchema.nullable() })),
  sync: z.object({
    state: z.enum(["local", "in_sync", "to_push", "conflict"]),
    detail: z.string(),
    fields: z.array(z.object({ field: z.string(), here: z.unknown(), source: z.unknown() })),
  }),
  conflictIds: z.array(z.string()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  parsed: parsedWordsSchema.optional().describe("if the task was created with quickAdd"),
  conflicts: z.array(z.string()).optional().describe(
    "titles of conflicting entries, if it has just been scheduled",
  ),
  why: z.array(z.string()).optional().describe("why that time was chosen, if it has just been scheduled"),
}).meta({ id: "plannerTaskSchema" });
export type PlannerTask = z.output<typeof plannerTaskSchema>;

export const plannerTaskQuerySchema = z.object({
  source: listSchema.optional(),
  account: z.string().max(100).optional(),
  state: z.enum(["open", "done", "archived", "any"]).default("open"),
  priority: z.coerce.number().int().min(0).max(9).optional(),
  scheduled: z.enum(["yes", "no"]).optional(),
  dueFrom: z.iso.date().optional(),
  dueTo: z.iso.date().optional(),
  parentId: idSchema.optional(),
  ...pageQuery,
});
export type PlannerTaskQuery = z.output<typeof plannerTaskQuerySchema>;

export const toggleTaskInputSchema = z.object({
  completed: z.boolean().optional().describe("toggles if absent"),
  at: timeInputSchema.optional(),
});
export type ToggleTaskInput = z.output<typeof toggleTaskInputSchema>;

export const bulkToggleInputSchema = toggleTaskInputSchema.extend({ ids: idsSchema });

const scheduleFields = {
  start: timeInputSchema.nullable().optional().describe("null removes the time"),
  end: timeInputSchema.optional(),
  durationMinutes: minutesSchema.optional(),
  pinned: z.boolean().optional(),
  strict: z.boolean().optional().describe("refuses a time that conflicts"),
  auto: z.boolean().optional().describe("finds the first free time"),
  within: z.object({ from: momentInputSchema, to: momentInputSchema }).optional(),
};

export const scheduleTaskInputSchema = z.object(scheduleFields);
export type ScheduleTaskInput = z.output<typeof scheduleTaskInputSchema>;

export const bulkScheduleInputSchema = z.object({
  ids: idsSchema.optional(),
  auto: z.literal(true).optional(),
  within: scheduleFields.within,
  items: z.array(z.object({ id: idSchema, ...scheduleFields })).min(1).max(200).optional(),
}).refine(
  ({ ids, items }) => (ids === undefined) !== (items === undefined),
  "either ids with auto, or items",
);
export type BulkScheduleInput = z.output<typeof bulkScheduleInputSchema>;

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
);
export type ReorderTasksInput = z.output<typeof reorderTasksInputSchema>;
