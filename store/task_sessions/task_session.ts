import { z } from "zod";
import { modelUsageSchema } from "../model_use/document.ts";
import { statusReasonSchema, waitingForSchema } from "../runs/document.ts";
import { SESSION_STATES } from "../shared/session_states.ts";
import { workSchema } from "../worked.ts";
import { agentSessionSchema, resumePointSchema } from "./agent_events.ts";
import { enteringShape } from "./enter_events.ts";
import { failureCauseSchema, nodeOutputSchema, sessionNodeSchema } from "./document.ts";

export const taskSessionStatusSchema = z.enum(SESSION_STATES);
export const taskCardSchema = z.enum([
  "todo",
  "in_progress",
  "in_review",
  "blocked",
  "escalated",
  "done",
  "cancelled",
]);

export const lastActionSchema = z.object({
  kind: z.string(),
  reason: z.string().optional(),
  actor: z.string(),
  at: z.string(),
});

export const taskSessionDocumentSchema = z.object({
  id: z.string(),
  runId: z.string(),
  taskId: z.string(),
  title: z.string(),
  role: z.string(),
  provider: z.string(),
  model: z.string(),
  dependsOn: z.array(z.string()),
  commands: z.number().int(),
  status: taskSessionStatusSchema,
  statusReason: statusReasonSchema.optional(),
  statusDetail: z.string().optional(),
  waitingFor: waitingForSchema.optional(),
  card: taskCardSchema,
  lastAction: lastActionSchema.optional(),
  attempt: z.number().int(),
  round: z.number().int(),
  startCommit: z.string().optional(),
  agentSession: agentSessionSchema.optional(),
  /** After a person was in it there is no question to continue from. */
  resumeFrom: resumePointSchema.partial({ approvalId: true }).optional(),
  ...enteringShape,
  /** Whose task it is in a race. */
  contender: z.number().int().optional(),
  /** The node of a workflow that it executes. */
  node: sessionNodeSchema.optional(),
  output: nodeOutputSchema.optional(),
  failureCause: failureCauseSchema.optional(),
  /** How many of its attempts have failed since it was to be done. */
  failures: z.number().int().optional(),
  /** The task session of an earlier run whose result it reuses. */
  adoptedFrom: z.string().optional(),
  /** The run that executes another workflow for it. */
  childRunId: z.string().optional(),
  /** The event that it waits for, and the entry of the log that matched. */
  awaited: z.object({
    type: z.string(),
    filter: z.string().optional(),
    after: z.number().int(),
    sequence: z.number().int().optional(),
    fault: z.string().optional(),
  }).optional(),
  /** Which event raised its notification. */
  notifiedAt: z.number().int().optional(),
  /** The version of the event with its current instructions, if that is not its first event. */
  plannedBy: z.number().int().optional(),
  /** The worker machine of the newest attempt; absent if it is made here. */
  machine: z.object({ machineId: z.string(), name: z.string() }).optional(),
  result: z.object({ commit: z.string(), tree: z.string(), summary: z.string() }).optional(),
  tools: z.object({ started: z.number().int(), completed: z.number().int(), failed: z.number().int() }),
  /** The usage and cost of its model calls; absent if there were none. */
  usage: modelUsageSchema.optional(),
  /** How long it was worked on, over all attempts, and since when it is again. */
  work: workSchema.optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
});
export type TaskSessionDocument = z.infer<typeof taskSessionDocumentSchema>;
