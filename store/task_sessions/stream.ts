import { idOf } from "../event.ts";
import { isModelUse, usageAfter } from "../model_use/document.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { workAfter } from "../worked.ts";
import { afresh, withoutEffects, withoutFailures } from "./again.ts";
import { withoutPerson, withPerson } from "./entering.ts";
import { waitOfEscalated } from "./escalated.ts";
import type { TaskSessionDocument } from "./task_session.ts";
import { taskSessionEvents } from "./events.ts";

export {
  lastActionSchema,
  taskCardSchema,
  type TaskSessionDocument,
  taskSessionDocumentSchema,
  taskSessionStatusSchema,
} from "./task_session.ts";

type TaskSessionEvent = EventOf<typeof taskSessionEvents>;

/** One task of a run's plan and the work on it, over all attempts. */
export const taskSessionStream = defineStream<TaskSessionDocument>()({
  kind: "task_session",
  version: 8,
  events: taskSessionEvents,
  indexes: [["runId"], ["status"]],
  countBy: "status",
  evolve: (session, event) => {
    if (event.type === "task_session.planned") return planned(event);
    if (!session) return null;
    const next = evolve(session, event);
    return { ...next, ...workAfter(session, next, event), updatedAt: event.at };
  },
});

function planned(event: Extract<TaskSessionEvent, { type: "task_session.planned" }>): TaskSessionDocument {
  const { commands, instructions: _, profile: _1, ...task } = event.data;
  return {
    id: idOf(event),
    runId: event.runId ?? "",
    ...task,
    commands: commands.length,
    status: "planned",
    card: "todo",
    attempt: 0,
    round: 1,
    tools: { started: 0, completed: 0, failed: 0 },
    createdAt: event.at,
    updatedAt: event.at,
  };
}

function evolve(session: TaskSessionDocument, event: TaskSessionEvent): TaskSessionDocument {
  if (isModelUse(event)) return { ...session, usage: usageAfter(session.usage, event) };
  const { waitingFor: _, statusReason: _1, statusDetail: _2, finishedAt: _3, failureCause: _4, ...open } =
    session;
  const acted = (kind: string, why?: string) => ({
    lastAction: { kind, ...(why !== undefined && { reason: why }), actor: event.actor, at: event.at },
  });
  switch (event.type) {
    case "task_session.planned":
    case "task_session.guidance_added":
    case "task_session.guidance_consumed":
    case "task_session.guidance_expired":
    case "task_session.guidance_not_understood":
    case "task_session.plan_updated":
    case "task_session.usage_reported":
    case "task_session.incident_recorded":
    case "task_session.action_admitted":
    case "task_session.action_refused":
    case "task_session.parked":
    case "task_session.skill_used":
    case "task_session.transcript_kept":
    case "task_session.clock_jumped":
      return session;
    case "task_session.enter_requested":
    case "task_session.entered":
    case "task_session.hand_back_requested":
    case "task_session.handed_back":
      return withPerson(session, event);
    case "task_session.adopted":
      return { ...session, adoptedFrom: event.data.fromTaskSessionId };
    case "task_session.child_started":
      return { ...session, childRunId: event.data.runId };
    case "task_session.event_awaited":
      return { ...session, awaited: event.data };
    case "task_session.event_came":
      return session.awaited ? { ...session, awaited: { ...session.awaited, ...event.data } } : session;
    case "task_session.notified":
      return { ...session, notifiedAt: event.seq };
    case "task_session.output_recorded":
      return { ...session, output: event.data };
    case "task_session.replanned": {
      const { dependsOn, commands, inputsSha256 } = event.data;
      const node = session.node && { node: { ...session.node, inputsSha256 } };
      return { ...session, dependsOn, commands: commands.length, ...node, plannedBy: event.version };
    }
    case "task_session.agent_opened":
      return { ...session, agentSession: event.data };
    case "task_session.captured":
      return { ...session, resumeFrom: event.data };
    case "task_session.resumed":
      return { ...open, status: "running" };
    case "task_session.queued": {
      const { result: _5, startCommit: _6, output, ...rest } = open;
      const sameRound = event.data.round === session.round;
      const again = sameRound ? rest : withoutPerson(afresh(rest));
      // What an interrupted attempt reported or began outside is kept; another attempt does it again.
      const next = session.status === "running" ? again : withoutEffects(again);
      // What was through when a person stepped in is not done again.
      const given = sameRound && session.finished !== undefined && output ? { output } : {};
      return { ...next, ...given, status: "queued", card: "todo", ...event.data };
    }
    // An agent's own session is on the machine that it was opened on.
    case "task_session.placed":
      return { ...session, agentSession: undefined, machine: event.data };
    case "task_session.started": {
      const { machine, agentSession, ...next } = open;
      const own = agentSession && !machine ? { agentSession } : {};
      const attempt = session.attempt + 1;
      return { ...next, ...own, status: "running", card: "in_progress", attempt, startedAt: event.at };
    }
    case "task_session.waiting":
      return { ...open, status: "waiting", waitingFor: event.data.waitingFor };
    case "task_session.stop_requested":
      return { ...session, status: "stopping", ...acted("stop", event.data.reason) };
    case "task_session.completed":
      return {
        ...withoutPerson(withoutFailures(afresh(open))),
        status: "completed",
        card: "done",
        result: event.data,
        finishedAt: event.at,
      };
    case "task_session.failed":
      return {
        ...open,
        status: "failed",
        card: "blocked",
        statusReason: event.data.reason,
        statusDetail: event.data.detail,
        failures: (session.failures ?? 0) + 1,
        ...(event.data.cause && { failureCause: event.data.cause }),
        finishedAt: event.at,
      };
    case "task_session.cancelled":
      return {
        ...withoutPerson(open),
        // A person may still be in the worktree when the run ends: their changes are there.
        ...(session.entered && { entered: session.entered }),
        status: "cancelled",
        card: "cancelled",
        statusReason: "user_cancelled",
        statusDetail: event.data.detail,
        finishedAt: event.at,
      };
    case "task_session.skipped":
      return {
        ...open,
        status: "skipped",
        card: "cancelled",
        statusReason: "dependency_failed",
        statusDetail: event.data.detail,
        finishedAt: event.at,
      };
    case "task_card.retried": {
      const { result: _5, output: _6, ...again } = withoutPerson(
        withoutEffects(withoutFailures(afresh(open))),
      );
      return { ...again, status: "queued", card: "todo", ...acted("retry", event.data.reason) };
    }
    case "task_card.escalated":
      return {
        ...open,
        status: "waiting",
        card: "escalated",
        waitingFor: waitOfEscalated(session.id, event),
        ...acted("escalate", event.data.reason),
      };
    case "task_card.blocked":
      return { ...open, status: "blocked", card: "blocked", ...acted("block", event.data.reason) };
    case "tool.started":
      return { ...session, tools: { ...session.tools, started: session.tools.started + 1 } };
    case "tool.completed":
      return { ...session, tools: { ...session.tools, completed: session.tools.completed + 1 } };
    case "tool.failed":
      return { ...session, tools: { ...session.tools, failed: session.tools.failed + 1 } };
  }
}
