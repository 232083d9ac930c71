import { z } from "zod";
import { modelEvents } from "../model_use/events.ts";
import { agentEvents } from "./agent_events.ts";
import { enterEvents } from "./enter_events.ts";
import { failureCauseSchema, nodeOutputSchema, sessionNodeSchema, sessionProfileSchema } from "./document.ts";
import { statusReasonSchema, waitingForSchema } from "../runs/document.ts";
import { clockJumpSchema } from "../clock_jump.ts";
import { SEVERITIES } from "../shared/enumerations.ts";

const reason = z.object({ reason: z.string().optional() });
const tool = z.object({
  tool: z.string(),
  summary: z.string(),
  path: z.string().optional(),
  output: z.string().optional(),
  exitCode: z.number().int().optional(),
});

/** The events of a task session; shapes are frozen. */
export const taskSessionEvents = {
  "task_session.planned": z.object({
    taskId: z.string(),
    title: z.string(),
    role: z.string(),
    provider: z.string(),
    model: z.string(),
    instructions: z.string(),
    dependsOn: z.array(z.string()),
    commands: z.array(z.string()),
    /** Absent in sessions from before profiles existed. */
    profile: sessionProfileSchema.optional(),
    /** The number of the worker in a race. */
    contender: z.number().int().optional(),
    node: sessionNodeSchema.optional(),
  }),
  /** The input of a node changed, because an earlier node was done again. */
  "task_session.replanned": z.object({
    instructions: z.string(),
    commands: z.array(z.string()),
    dependsOn: z.array(z.string()),
    inputsSha256: z.string(),
  }),
  "task_session.output_recorded": nodeOutputSchema,
  /** It was not executed: an earlier run did the same with the same input, with this result. */
  "task_session.adopted": z.object({ fromRunId: z.string(), fromTaskSessionId: z.string() }),
  "task_session.child_started": z.object({ runId: z.string() }),
  /** Events up to `after` came before the wait. */
  "task_session.event_awaited": z.object({
    type: z.string(),
    filter: z.string().optional(),
    after: z.number().int(),
  }),
  /** `fault` says why its filter could not be applied. */
  "task_session.event_came": z.object({ sequence: z.number().int(), fault: z.string().optional() }),
  "task_session.notified": z.object({
    title: z.string(),
    content: z.string(),
    severity: z.enum(SEVERITIES),
  }),
  "task_session.queued": z.object({
    round: z.number().int(),
    /** The commit that the work starts from; without it, the result of its dependencies. */
    startCommit: z.string().optional(),
  }),
  "task_session.started": z.object({}),
  /** The attempt is made on a worker machine. */
  "task_session.placed": z.object({ machineId: z.string(), name: z.string() }),
  "task_session.waiting": z.object({ waitingFor: waitingForSchema }),
  "task_session.stop_requested": reason,
  "task_session.completed": z.object({ commit: z.string(), tree: z.string(), summary: z.string() }),
  "task_session.failed": z.object({
    reason: statusReasonSchema,
    detail: z.string(),
    cause: failureCauseSchema.optional(),
  }),
  "task_session.cancelled": z.object({ detail: z.string() }),
  "task_session.skipped": z.object({ detail: z.string() }),
  "task_session.guidance_added": z.object({ guidanceId: z.string(), content: z.string() }),
  "task_session.guidance_consumed": z.object({ guidanceIds: z.array(z.string()) }),
  "task_session.guidance_expired": z.object({ guidanceIds: z.array(z.string()) }),
  "task_session.guidance_not_understood": z.object({ guidanceIds: z.array(z.string()), detail: z.string() }),
  "task_card.retried": reason,
  "task_card.escalated": reason,
  "task_card.blocked": reason,
  "task_session.skill_used": z.object({ skillId: z.string(), name: z.string(), contentSha256: z.string() }),
  "task_session.clock_jumped": clockJumpSchema,
  /** What the worker said and did in one session is material with this id. */
  "task_session.transcript_kept": z.object({
    number: z.number().int(),
    attempt: z.number().int(),
    materialId: z.string(),
    entries: z.number().int(),
    startedAt: z.string(),
    /** The service stopped while it was written: it ends with what was on disk. */
    interrupted: z.boolean(),
    /** Its beginning, without secrets, for the search. */
    text: z.string().optional(),
  }),
  "tool.started": tool,
  "tool.completed": tool,
  "tool.failed": tool,
  ...modelEvents,
  ...agentEvents,
  ...enterEvents,
} as const;
