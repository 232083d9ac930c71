import { z } from "zod";
import { confinementSchema } from "../../../store/processes/document.ts";
import { taskCardSchema, taskSessionDocumentSchema } from "../../../store/task_sessions/stream.ts";
import { sessionProfileSchema } from "../../../store/task_sessions/document.ts";
import { modelCallRecordSchema } from "../models/clients/mod.ts";
import { evaluationRecordSchema } from "../../control/runs/evaluation_schemas.ts";
import { artifactEntrySchema } from "../../control/runs/artifact_schemas.ts";
import { nextMoveSchema, traceEventSchema } from "../../control/runs/schemas.ts";
import { timeSchema, writtenSchema } from "../../ground/kernel/schemas.ts";

/** Guidance for a task session. */
export const guidanceSchema = z.object({
  id: z.string(),
  content: z.string(),
  actor: z.string(),
  status: z.enum(["pending", "consumed", "expired", "not_understood"]),
  detail: z.string().nullable().describe("what was not understood"),
  consumedAtSequence: z.number().int().nullable(),
  createdAt: timeSchema,
}).meta({ id: "guidanceSchema" });
export type Guidance = z.output<typeof guidanceSchema>;

export const addTaskGuidanceInputSchema = z.object({
  content: writtenSchema(100_000).meta({ example: "Keep the public interface as it is" }),
})
  .meta({ id: "addTaskGuidanceInputSchema" });

/** A task session in lists. */
export const taskSessionSummarySchema = taskSessionDocumentSchema.omit({
  awaited: true,
  unseen: true,
  finished: true,
}).extend({
  enterRequested: z.object({ by: z.string().optional(), at: z.string() }).optional(),
  entered: z.object({ by: z.string().optional(), at: timeSchema }).optional().describe(
    "a person is in its worktree",
  ),
  blockedBy: z.array(z.string()).describe("ids of the tasks that must complete first"),
  nextMove: nextMoveSchema.nullable(),
}).meta({ id: "taskSessionSummarySchema" });
export type TaskSessionSummary = z.output<typeof taskSessionSummarySchema>;

const toolUseSchema = z.object({
  id: z.string(),
  sequence: z.number().int(),
  tool: z.string(),
  status: z.enum(["started", "completed", "failed"]),
  summary: z.string(),
  path: z.string().optional(),
  output: z.string().optional(),
  exitCode: z.number().int().optional(),
  at: timeSchema.describe("when it started"),
  finishedAt: timeSchema.optional(),
});

/** Interface, section 2, read models. */
export const taskSessionDetailsSchema = taskSessionSummarySchema.extend({
  instructions: z.string(),
  profile: z.object({ role: z.string(), workflowTemplateId: z.string().nullable() }),
  profileRegistryEntry: sessionProfileSchema.optional()
    .describe("the profile of the session, as of its planning"),
  dispatch: z.object({
    provider: z.string(),
    model: z.string(),
    repositoryRoot: z.string().nullable(),
    baseCommit: z.string().nullable(),
    attempt: z.number().int(),
    startedAt: timeSchema.nullable().describe("when the newest attempt started"),
    finishedAt: timeSchema.nullable(),
    confinement: confinementSchema.nullable().describe("how the newest process of the task was confined"),
    worktree: z.string().nullable()
      .describe("its current worktree, relative to the storage directory; removed when the attempt ends"),
  }),
  dependencies: z.object({
    items: z.array(
      z.object({ id: z.string(), taskSessionId: z.string(), title: z.string(), status: z.string() }),
    ),
    counts: z.record(z.string(), z.number().int()),
  }),
  progress: z.object({
    toolsStarted: z.number().int(),
    toolsCompleted: z.number().int(),
    toolsFailed: z.number().int(),
    guidancePending: z.number().int(),
  }),
  guidance: z.array(guidanceSchema),
  events: z.array(traceEventSchema).describe("the newest events of the session itself, oldest first"),
  eventsTotal: z.number().int(),
  modelCalls: z.array(modelCallRecordSchema),
  toolUses: z.array(toolUseSchema),
  artifacts: z.array(artifactEntrySchema),
  evaluations: z.array(evaluationRecordSchema),
  traces: z.object({ items: z.array(traceEventSchema), total: z.number().int() })
    .describe("related records: processes, questions, artifacts, network use"),
}).meta({ id: "taskSessionDetailsSchema" });
export type TaskSessionDetails = z.output<typeof taskSessionDetailsSchema>;

/** The response to an action on a task card. */
export const taskCardResultSchema = z.object({
  id: z.string().describe("the task's id, as in the path"),
  runId: z.string(),
  taskSessionId: z.string(),
  card: taskCardSchema,
  taskSession: taskSessionSummarySchema,
}).meta({ id: "taskCardResultSchema" });
export type TaskCardResult = z.output<typeof taskCardResultSchema>;
