import { z } from "zod";
import { runSchema, runSummarySchema } from "../../control/runs/schemas.ts";
import { pageQuery, timeSchema } from "../../ground/kernel/schemas.ts";

export const selectDirectoryInputSchema = z.object({
  path: z.string().min(1).max(4096).optional().describe(
    "absolute; ~ is expanded; the home directory if absent",
  ),
  includeHidden: z.boolean().default(false),
}).meta({ id: "selectDirectoryInputSchema" });
export type SelectDirectoryInput = z.output<typeof selectDirectoryInputSchema>;

/** What a browser cannot ask of its host: the directories in a directory, to choose from. */
export const directorySelectionSchema = z.object({
  path: z.string(),
  parent: z.string().nullable().describe("null at the top"),
  home: z.string().nullable(),
  isRepository: z.boolean(),
  items: z.array(z.object({
    id: z.string(),
    name: z.string(),
    path: z.string(),
    isRepository: z.boolean(),
  })).describe("directories, by name"),
  truncated: z.boolean().describe("true if there are more than 1,000"),
}).meta({ id: "directorySelectionSchema" });
export type DirectorySelection = z.output<typeof directorySelectionSchema>;

export const openPathInputSchema = z.object({
  path: z.string().min(1).max(4096).describe("absolute; in a known repository or the storage directory")
    .meta({ example: "/srv/shop" }),
}).meta({ id: "openPathInputSchema" });

/** Whether the host showed a path to its user. */
export const openPathResultSchema = z.object({
  path: z.string(),
  opened: z.boolean(),
  detail: z.string(),
}).meta({ id: "openPathResultSchema" });
export type OpenPathResult = z.output<typeof openPathResultSchema>;

export const gitStatusQuerySchema = z.object({
  path: z.string().min(1).max(4096).meta({ example: "/srv/shop" }),
});

/** The state of the repository that a path belongs to. */
export const gitStatusSchema = z.object({
  path: z.string(),
  root: z.string(),
  isRepository: z.boolean().describe("false for a directory without git, about which nothing more is known"),
  ref: z.string().nullable(),
  commit: z.string().nullable(),
  clean: z.boolean(),
  items: z.array(z.object({
    id: z.string(),
    path: z.string(),
    change: z.enum(["added", "modified", "deleted"]),
  })).describe("at most 200 paths that differ from the commit"),
  counts: z.object({
    added: z.number().int(),
    modified: z.number().int(),
    deleted: z.number().int(),
    total: z.number().int(),
  }),
}).meta({ id: "gitStatusSchema" });
export type GitStatus = z.output<typeof gitStatusSchema>;

const instant = z.iso.datetime({ offset: true });

export const calendarInputSchema = z.object({
  from: instant.optional().describe("RFC 3339; seven days ago if absent"),
  to: instant.optional().describe("RFC 3339; thirty days after `from` if absent, at most sixty-two"),
  sources: z.array(z.string().min(1).max(40)).max(50).optional().describe("of the planner"),
  include: z.array(z.enum(["events", "tasks", "runs", "approvals", "automations", "connections"])).min(1)
    .optional(),
  limit: z.number().int().min(1).max(1000).default(1000).describe(
    "`x-agent-harness-total` says how many there are; it ends with `+` if there may be more",
  ),
  offset: z.number().int().min(0).default(0),
}).meta({ id: "calendarInputSchema" });
export type CalendarInput = z.output<typeof calendarInputSchema>;

/** Something that happened, or will happen, at a time. */
export const calendarEventSchema = z.object({
  id: z.string(),
  kind: z.enum(["run", "approval-expiry", "automation", "connection", "event", "task"]),
  occurrence: z.string().nullable().describe("the key of the occurrence of an event"),
  title: z.string(),
  detail: z.string(),
  start: timeSchema,
  end: timeSchema.nullable(),
  allDay: z.boolean(),
  status: z.string(),
  source: z.string().nullable().describe("of the planner"),
  conflictIds: z.array(z.string()),
  href: z.string().describe("the page of the dashboard that shows it"),
  runId: z.string().nullable().describe("null for a scheduled time of an automation, which has no run yet"),
  approvalId: z.string().nullable(),
  automationId: z.string().nullable(),
  artifactId: z.string().nullable(),
  taskId: z.string().nullable(),
}).meta({ id: "calendarEventSchema" });
export type CalendarEvent = z.output<typeof calendarEventSchema>;

export const historyQuerySchema = z.object(pageQuery);

export const historySchema = z.array(runSummarySchema);

/** The run of the sample, in a repository that was created for it. */
export const sampleRunSchema = runSchema.meta({ id: "sampleRunSchema" });
