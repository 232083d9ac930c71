import { z } from "zod";

/** One step of a plan that an agent keeps. */
export const agentPlanEntrySchema = z.object({
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
  /** What holds the agent back, in one sentence: its sandbox, or that there is none. */
  isolation: z.string(),
});

/** The point that an interrupted task goes on from: a captured state, and what was being asked then. */
export const resumePointSchema = z.object({
  commit: z.string(),
  approvalId: z.string(),
});

/** What agents that run as a process of their own add to a task session's events; shapes are frozen. */
export const agentEvents = {
  "task_session.agent_opened": agentSessionSchema,
  "task_session.plan_updated": z.object({ entries: z.array(agentPlanEntrySchema) }),
  "task_session.usage_reported": z.object({
    contextTokens: z.number(),
    contextLimit: z.number(),
    costAmount: z.number().nullable(),
    costCurrency: z.string().nullable(),
  }),
  /** The worktree was captured while something was asked: what follows a restart begins there. */
  "task_session.captured": resumePointSchema,
  /** What it waited for was decided while it was still at work. */
  "task_session.resumed": z.object({}),
  /** The wait was long: what worked on it was stopped, and is started again after the decision. */
  "task_session.parked": z.object({ detail: z.string() }),
  /** What a worker wanted was done without asking: it stays inside, or a human had admitted it before. */
  "task_session.action_admitted": z.object({
    kind: z.enum(["edit", "command", "other"]),
    title: z.string(),
    command: z.string().optional(),
    paths: z.array(z.string()).optional(),
    because: z.enum(["inside", "admitted", "unasked"]),
    /** The admission that covers it. */
    grantId: z.string().optional(),
    network: z.boolean().optional(),
  }),
  /** What a worker wanted was refused without asking, as the repository's setting has it. */
  "task_session.action_refused": z.object({
    title: z.string(),
    detail: z.string(),
    /** Absent for the setting of the repository. */
    by: z.literal("sandbox").optional(),
  }),
  /** Something of an agent's doing was found and dealt with. */
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
