import { z } from "zod";
import { artifactEntrySchema, artifactPartShape } from "../../control/runs/artifact_schemas.ts";
import { countsSchema, cursorSchema, limitSchema, timeSchema } from "../../ground/kernel/schemas.ts";

/** Interface, section 6: an event of a conversation or of one of its runs, in the envelope of the stream. */
export const conversationRuntimeEventRecordSchema = z.object({
  specversion: z.literal("1.0"),
  id: z.string(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: timeSchema,
  datacontenttype: z.literal("application/json"),
  data: z.unknown(),
  sequence: z.number().int(),
  actor: z.string(),
  runid: z.string().optional(),
  tasksessionid: z.string().optional(),
  conversationid: z.string().optional(),
}).meta({ id: "conversationRuntimeEventRecordSchema" });
export type ConversationRuntimeEventRecord = z.output<typeof conversationRuntimeEventRecordSchema>;

const runtimeCursorSchema = z.union([
  cursorSchema,
  z.literal("latest", { error: 'a cursor is a sequence number, or "latest"' }),
]);
export const runtimeEventsQuerySchema = z.object({
  cursor: runtimeCursorSchema.optional(),
  limit: limitSchema,
});
export const runtimeStreamQuerySchema = z.object({ cursor: runtimeCursorSchema.optional() });

const planTaskSchema = z.object({
  id: z.string(),
  taskSessionId: z.string(),
  title: z.string(),
  role: z.string(),
  dependsOn: z.array(z.string()),
  status: z.string(),
});

/** One version of a run's plan, and how it differs from the previous one. */
export const coordinatorPlanRecordSchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  runId: z.string(),
  sequence: z.number().int(),
  kind: z.enum(["planned", "reworked"]),
  round: z.number().int(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  note: z.string().nullable(),
  tasks: z.array(planTaskSchema),
  changes: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
  }),
  createdAt: timeSchema,
}).meta({ id: "coordinatorPlanRecordSchema" });
export type CoordinatorPlanRecord = z.output<typeof coordinatorPlanRecordSchema>;

/** What is to be done and how, written before it is done. */
export const coordinatorDesignDocRecordSchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  runId: z.string().nullable(),
  sequence: z.number().int(),
  title: z.string(),
  content: z.string().describe("Markdown"),
  contentSha256: z.string(),
  author: z.string(),
  createdAt: timeSchema,
}).meta({ id: "coordinatorDesignDocRecordSchema" });
export type CoordinatorDesignDocRecord = z.output<typeof coordinatorDesignDocRecordSchema>;

/** The tasks of a run as a graph, with their status. */
export const coordinatorExecutionGraphRecordSchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  runId: z.string(),
  sequence: z.number().int(),
  runStatus: z.string(),
  nodes: z.array(
    planTaskSchema.omit({ dependsOn: true }).extend({
      startedAt: timeSchema.nullable(),
      finishedAt: timeSchema.nullable(),
    }),
  ),
  edges: z.array(z.object({ id: z.string(), from: z.string(), to: z.string() })),
  counts: countsSchema,
  createdAt: timeSchema,
}).meta({ id: "coordinatorExecutionGraphRecordSchema" });
export type CoordinatorExecutionGraphRecord = z.output<typeof coordinatorExecutionGraphRecordSchema>;

/** One artifact of a conversation, or of one of its runs, with its content or a part of it. */
export const conversationArtifactSchema = artifactEntrySchema.extend({
  conversationId: z.string(),
  runId: z.string().nullable(),
  ...artifactPartShape,
}).meta({ id: "conversationArtifactSchema" });
export type ConversationArtifact = z.output<typeof conversationArtifactSchema>;

/** What was said and done, as plain text from the records alone. */
export const conversationSummarySchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  title: z.string(),
  content: z.string(),
  contentSha256: z.string(),
  counts: countsSchema,
  memoryRecordId: z.string().nullable(),
  memoryStatus: z.enum(["missing", "current", "stale"]).describe("whether the memory record has this text"),
  refreshedAt: timeSchema.nullable(),
}).meta({ id: "conversationSummarySchema" });
export type ConversationSummary = z.output<typeof conversationSummarySchema>;
