import { z } from "zod";

/** One step of an agent's own plan. */
const agentPlanEntrySchema = z.object({
  id: z.string(),
  content: z.string(),
  status: z.string(),
  priority: z.string().optional(),
});

/** An agent's own session with this service, which outlives the agent's process. */
export const agentSessionSchema = z.object({
  agent: z.string(),
  version: z.string().optional(),
  sessionId: z.string(),
  how: z.enum(["new", "resumed", "loaded"]),
  /** What confines the agent, in one sentence: its sandbox, or that there is none. */
  isolation: z.string(),
});

/** Where an interrupted task continues: a captured state, and the question at that time. */
export const resumePointSchema = z.object({
  commit: z.string(),
  approvalId: z.string(),
});

/** The events that agents with their own process add to a task session; shapes are frozen. */
export const agentEvents = {
  "task_session.agent_opened": agentSessionSchema,
  "task_session.plan_updated": z.object({ entries: z.array(agentPlanEntrySchema) }),
  "task_session.usage_reported": z.object({
    contextTokens: z.number(),
    contextLimit: z.number(),
    costAmount: z.number().nullable(),
    costCurrency: z.string().nullable(),
  }),
  /** The worktree was captured while a question was open. After a restart, work continues from there. */
  "task_session.captured": resumePointSchema,
  /** The question was decided while the worker was still running. */
  "task_session.resumed": z.object({}),
  /** The wait was long, so the worker was stopped. It is started again after the decision. */
  "task_session.parked": z.object({ detail: z.string() }),
  /** What a worker wanted was done without asking: it stays inside the limits, or a human had allowed it before. */
  "task_session.action_admitted": z.object({
    kind: z.enum(["edit", "command", "other"]),
    title: z.string(),
    command: z.string().optional(),
    paths: z.array(z.string()).optional(),
    because: z.enum(["inside", "admitted", "unasked"]),
    /** The permission that covers it. */
    grantId: z.string().optional(),
    network: z.boolean().optional(),
  }),
  /** What a worker wanted was refused without asking, according to the repository's setting. */
  "task_session.action_refused": z.object({
    title: z.string(),
    detail: z.string(),
    /** Absent if the repository's setting refused it. */
    by: z.literal("sandbox").optional(),
  }),
  /** Something that an agent did was found and dealt with. */
  "task_session.incident_recorded": z.object({
    kind: z.enum([
      "malformed_message",
      "unknown_update",
      "unasked_change",
      "protected_path",
      "not_allowed",
      "killed",
      "stalled",
    ]),
    detail: z.string(),
  }),
} as const;
