import type { StoredEvent } from "../../../store/event.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { callsOfSession } from "../models/clients/mod.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { artifactsOf } from "../../control/runs/artifacts.ts";
import { plannedOf } from "../../control/runs/planned.ts";
import type { ArtifactEntry } from "../../control/runs/artifact_schemas.ts";
import type { EvaluationRecord } from "../../control/runs/evaluation_schemas.ts";
import { evaluationsOf } from "../../control/runs/evaluations.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { traceOf } from "../../control/runs/traces.ts";
import { guidanceOf, requireTaskSession, summariseTaskSession } from "./read_model.ts";
import type { TaskSessionDetails } from "./schemas.ts";
import { toolUsesOf } from "./tool_uses.ts";
import { tracesByTask } from "./traces.ts";
import { sessionsOf, shownStatus } from "../../control/lifecycle/sessions.ts";
import { countBy } from "../../ground/kernel/counts.ts";
import { dataOf } from "../../../store/stream.ts";
import { processStream } from "../../../store/processes/stream.ts";

/** How many of a session's newest events its details contain. */
const EVENTS = 200;

/** Returns everything known of a task session. Throws `NotFoundError`. */
export function getTaskSession(ctx: Ctx, id: string): TaskSessionDetails {
  const { runId } = requireTaskSession(ctx, id);
  return taskSessionsOf(ctx, requireRun(ctx, runId), { events: EVENTS }, id)[0]!;
}

/** Returns all task sessions of a run, or one of them, each with its newest events, at most `events` of a kind. */
export function taskSessionsOf(
  ctx: Ctx,
  run: RunDocument,
  limits: { events: number },
  only?: string,
): TaskSessionDetails[] {
  const siblings = sessionsOf(ctx, run.id);
  const shared = {
    siblings,
    artifacts: artifactsOf(ctx, run.id),
    evaluations: evaluationsOf(ctx, run.id),
    traces: tracesByTask(ctx, run.id),
  };
  return siblings.filter(({ id }) => only === undefined || id === only)
    .map((session) => detailsOf(ctx, run, session, shared, limits.events));
}

type Shared = {
  siblings: TaskSessionDocument[];
  artifacts: ArtifactEntry[];
  evaluations: EvaluationRecord[];
  traces: Map<string, StoredEvent[]>;
};

function detailsOf(
  ctx: Ctx,
  run: RunDocument,
  session: TaskSessionDocument,
  { siblings, artifacts, evaluations, traces }: Shared,
  limit: number,
): TaskSessionDetails {
  const { id } = session;
  const stream = `task_session/${id}`;
  const events = ctx.store.events.newestOfStream(stream, limit).map(traceOf);
  const about = traces.get(id) ?? [];
  const dependencies = siblings.filter((sibling) => session.dependsOn.includes(sibling.taskId));
  const guidance = guidanceOf(ctx, id);
  const planned = plannedOf(ctx, id);
  return {
    ...summariseTaskSession(run, session, siblings),
    instructions: planned.instructions,
    ...(planned.profile && { profileRegistryEntry: planned.profile }),
    profile: { role: session.role, workflowTemplateId: run.workflowTemplateId ?? null },
    dispatch: dispatchOf(run, session, about),
    dependencies: {
      items: dependencies.map((sibling) => ({
        id: sibling.taskId,
        taskSessionId: sibling.id,
        title: sibling.title,
        status: shownStatus(sibling, siblings),
      })),
      counts: countBy(dependencies, (sibling) => shownStatus(sibling, siblings)),
    },
    progress: {
      toolsStarted: session.tools.started,
      toolsCompleted: session.tools.completed,
      toolsFailed: session.tools.failed,
      guidancePending: guidance.filter((item) => item.status === "pending").length,
    },
    guidance,
    events,
    eventsTotal: ctx.store.events.countOfStream(stream),
    modelCalls: callsOfSession(ctx, id),
    toolUses: toolUsesOf(events),
    artifacts: artifacts.filter((artifact) => artifact.taskSessionId === id),
    evaluations,
    traces: { items: about.slice(-limit).map(traceOf), total: about.length },
  };
}

/** Returns who works on it, where, since when, and how its newest process was confined. */
function dispatchOf(
  run: RunDocument,
  session: TaskSessionDocument,
  about: readonly StoredEvent[],
): TaskSessionDetails["dispatch"] {
  const { provider, model, attempt, startedAt, finishedAt, status } = session;
  const process = about.findLast(({ type }) => type === "process.started");
  const confinement = dataOf(process, processStream, "process.started")?.confinement;
  return {
    provider,
    model,
    repositoryRoot: run.base?.root ?? null,
    baseCommit: run.base?.commit ?? null,
    attempt,
    startedAt: startedAt ?? null,
    finishedAt: finishedAt ?? null,
    confinement: confinement ?? null,
    worktree: status === "running" ? `workspaces/${run.id}/${session.id}` : null,
  };
}
