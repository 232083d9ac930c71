import { z } from "zod";

/** When a task is due: a day, or a moment. */
export const dueSchema = z.union([
  z.object({ date: z.string() }),
  z.object({ at: z.string(), timeZone: z.string().nullable() }),
]);
export type Due = z.infer<typeof dueSchema>;

/** When time is set aside for a task. */
export const scheduledSchema = z.object({ start: z.string(), end: z.string(), pinned: z.boolean() });

/** What completing a repeating task changed, so that it can be undone exactly. */
const beforeSchema = z.object({
  rrule: z.string().nullable(),
  due: dueSchema.nullable(),
  deferUntil: z.string().nullable(),
  scheduled: scheduledSchema.nullable(),
  progress: z.number().int(),
  state: z.enum(["open", "done", "archived"]),
  completedAt: z.string().nullable(),
});

/** One time that a task was completed. */
export const completionSchema = z.object({ at: z.string(), before: beforeSchema });

/** The fields of a task that a person can change, and those that follow from completing it. */
export const taskFieldsSchema = z.object({
  title: z.string(),
  content: z.string(),
  state: z.enum(["open", "done", "archived"]),
  progress: z.number().int(),
  priority: z.number().int(),
  due: dueSchema.nullable(),
  deferUntil: z.string().nullable(),
  scheduled: scheduledSchema.nullable(),
  estimateMinutes: z.number().int().nullable(),
  spentMinutes: z.number().int(),
  rrule: z.string().nullable(),
  repeatFrom: z.enum(["due", "completion"]),
  completedAt: z.string().nullable(),
  completions: z.array(completionSchema),
  order: z.number(),
  parentId: z.string().nullable(),
  dependsOn: z.array(z.string()),
  tags: z.array(z.string()),
  people: z.array(z.string()),
  runId: z.string().nullable(),
  approvalId: z.string().nullable(),
  archivedAt: z.string().nullable(),
});
export type TaskFields = z.infer<typeof taskFieldsSchema>;
/** Some fields of a task. */
export type TaskChange = { [Name in keyof TaskFields]?: TaskFields[Name] | undefined };

/** A task with default fields. */
export const NEW_TASK: TaskFields = {
  title: "",
  content: "",
  state: "open",
  progress: 0,
  priority: 0,
  due: null,
  deferUntil: null,
  scheduled: null,
  estimateMinutes: null,
  spentMinutes: 0,
  rrule: null,
  repeatFrom: "due",
  completedAt: null,
  completions: [],
  order: 0,
  parentId: null,
  dependsOn: [],
  tags: [],
  people: [],
  runId: null,
  approvalId: null,
  archivedAt: null,
};

/** Fields that task sources have. A local change differs from the source until the source states the same. */
export const SOURCE_FIELDS = [
  "title",
  "content",
  "state",
  "progress",
  "priority",
  "due",
  "deferUntil",
  "rrule",
  "completedAt",
  "tags",
] as const;
