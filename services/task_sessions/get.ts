import { callsOfSession } from "../models/clients/mod.ts";
import type { Ctx } from "../kernel/context.ts";
import { artifactsOf } from "../runs/artifacts.ts";
import { plannedOf } from "../runs/planned.ts";
import { evaluationsOf } from "../runs/evaluations.ts";
import { requireRun } from "../runs/read_model.ts";
import { traceOf } from "../runs/traces.ts";
import { guidanceOf, requireTaskSession, summariseTaskSession } from "./read_model.ts";
import type { TaskSessionDetails } from "./schemas.ts";
import { sessionsOf } from "../lifecycle/sessions.ts";
import { countBy } from "../kernel/counts.ts";

/** How many of a session's newest events its details hold. */
const EVENTS = 200;

type ToolData = { tool: string; summary: string; path?: string; output?: string; exitCode?: number };

/** All that is known of a task session. Throws `NotFoundError`. */
export function getTaskSession(ctx: Ctx, id: string): TaskSessionDetails {
  const session = requireTaskSession(ctx, id);
  const run = requireRun(ctx, session.runId);
  const siblings = sessionsOf(ctx, run.id);
  const all = ctx.store.events.ofStream(`task_session/${id}`).filter((event) => event.data !== null);
  const events = all.slice(-EVENTS).map(traceOf);
  const dependencies = siblings.filter((sibling) => session.dependsOn.includes(sibling.taskId));
  const counts = countBy(dependencies, ({ status }) => status);
  const guidance = guidanceOf(ctx, id);
  const planned = plannedOf(ctx, id);
  return {
    ...summariseTaskSession(session, siblings),
    instructions: planned.instructions,
    ...(planned.profile && { profileRegistryEntry: planned.profile }),
    profile: { role: session.role, workflowTemplateId: run.workflowTemplateId ?? null },
    dispatch: {
      provider: session.provider,
      model: session.model,
      repositoryRoot: run.base?.root ?? null,
      baseCommit: run.base?.commit ?? null,
      attempt: session.attempt,
    },
    dependencies: {
      items: dependencies.map((sibling) => ({
        id: sibling.taskId,
        taskSessionId: sibling.id,
        title: sibling.title,
        status: sibling.status,
      })),
      counts,
    },
    progress: {
      toolsStarted: session.tools.started,
      toolsCompleted: session.tools.completed,
      toolsFailed: session.tools.failed,
      guidancePending: guidance.filter((item) => item.status === "pending").length,
    },
    guidance,
    events,
    modelCalls: callsOfSession(ctx, id),
    toolUses: events.filter((event) => event.type.startsWith("tool.")).map((event) => ({
      id: event.id,
      sequence: event.sequence,
      ...(event.data as ToolData),
      status: event.type.slice("tool.".length) as "started" | "completed" | "failed",
      at: event.at,
    })),
    artifacts: artifactsOf(ctx, run.id).filter((artifact) => artifact.taskSessionId === id),
    evaluations: evaluationsOf(ctx, run.id),
    traces: { items: events, total: all.length },
  };
}
