import { idOf } from "../event.ts";
import { isModelUse } from "../model_use/document.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { isTerminal, REQUEST_PREVIEW, type RunDocument } from "./document.ts";
import { addNetworkUse } from "./network.ts";
import { runEvents } from "./events.ts";
import { workAfter } from "../worked.ts";
import { withChanges } from "./with_changes.ts";
import { chosen, continueWithAttempt, fixed, nextRound, onTopOf, reworked, verifiedAgain } from "./rounds.ts";

type RunEvent = EventOf<typeof runEvents>;

/** A run: its lifecycle and the steps that have been recorded. */
export const runStream = defineStream<RunDocument>()({
  kind: "run",
  version: 6,
  events: runEvents,
  indexes: [["archivedAt", "status"], ["archivedAt", "status", "putFirstAt"]],
  countBy: "status",
  numbered: true,
  evolve: (run, event) => {
    if (event.type === "run.created") return created(event);
    if (!run || event.type === "run.deleted") return null;
    const next = evolve(run, event);
    return next === run ? run : { ...next, ...workAfter(run, next, event), updatedAt: event.at };
  },
});

function created(
  { stream, data, at, actor, conversationId }: Extract<RunEvent, { type: "run.created" }>,
): RunDocument {
  return {
    id: idOf({ stream }),
    ...data,
    status: "queued",
    request: data.request.slice(0, REQUEST_PREVIEW),
    requestLength: data.request.length,
    createdBy: actor,
    ...(conversationId && { conversationId }),
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
    recoveries: 0,
    round: 1,
  };
}

/** Every recorded step is progress, so the count of fruitless recoveries starts again. */
function evolve(run: RunDocument, event: RunEvent): RunDocument {
  if (isModelUse(event)) return run;
  const step = { ...run, recoveries: 0 };
  switch (event.type) {
    case "run.retried":
    case "artifact.created":
    case "run.policy_blocked":
    case "run.created":
    case "run.deleted":
    case "run.setup_repeated":
    case "run.stalled":
      return run;
    case "run.changes_kept":
      return withChanges(run, event.data);
    case "run.queued": {
      // A service that stops cleanly requeues its work. What waited for a time becomes queued there.
      const { lease: _, waitingFor: __, ...free } = run;
      return run.status === "running" || run.status === "waiting" ? { ...free, status: "queued" } : run;
    }
    case "run.archived":
    case "run.unarchived":
      return { ...run, archivedAt: event.type === "run.archived" ? event.at : null };
    case "run.put_first":
      return { ...run, putFirstAt: event.at };
    case "run.started":
      return {
        ...run,
        status: "running",
        startedAt: run.startedAt ?? event.at,
        lease: { holder: event.data.holder, since: event.at },
      };
    case "run.recovered":
      return {
        ...run,
        recoveries: event.data.progressed ? 1 : run.recoveries + 1,
        lease: { holder: event.data.holder, since: event.at },
      };
    case "run.policy_decided":
      return { ...step, policy: event.data };
    case "model.routed":
      return { ...run, route: event.data };
    case "run.prepared":
      return { ...step, base: event.data };
    case "run.planned": {
      const { provider, model, note, tasks } = event.data;
      return { ...step, plannedBy: { provider, model }, ...(note && { planNote: note }), tasks };
    }
    case "run.plan_extended":
      return { ...step, tasks: [...run.tasks ?? [], ...event.data.tasks] };
    case "workflow.node_skipped":
    case "workflow.node_refused":
      return { ...step, passed: [...run.passed ?? [], event.data.path] };
    case "workflow.resumed":
    case "workflow.reworked":
      return step;
    case "run.workflow_settled":
      return { ...step, settled: event.data };
    case "run.commands_admitted":
      return {
        ...step,
        commandsAdmitted: true,
        ...(event.data.setup !== undefined && { preparation: chosen(run.preparation, event.data.setup) }),
      };
    case "run.setup_completed": {
      const { tree: base, ...result } = event.data;
      return run.preparation ? { ...step, preparation: { ...run.preparation, base, ...result } } : step;
    }
    case "run.integrated":
      return { ...step, result: { ...event.data, partial: false } };
    case "evaluation.completed":
      return { ...step, evaluation: event.data };
    case "run.bundled":
      return { ...step, bundle: event.data };
    case "run.checkpointed":
      return { ...step, approvalId: event.data.approvalId };
    case "run.rework_requested":
      return reworked(step, event.data);
    case "run.hunks_accepted": {
      const { round, ...result } = event.data;
      return { ...nextRound(step, round), result: { ...result, partial: true } };
    }
    case "run.base_checked":
      return { ...run, baseCheck: event.data };
    case "run.fix_requested":
      return fixed(step, event.data.round);
    case "run.fixing_ended":
      return continueWithAttempt(step, event.data);
    case "run.verification_requested":
      return verifiedAgain(step, event.data);
    case "run.rebased":
      return onTopOf(step, event.data);
    case "run.network_used":
      return { ...run, network: addNetworkUse(run.network, event.data) };
    case "run.patch_applied":
      return { ...step, appliedAt: event.at, ...(event.data.delivery && { delivery: event.data.delivery }) };
    case "run.reported":
      return { ...run, latestReport: { ...event.data, at: event.at } };
    default:
      return move(run, event);
  }
}

type Move = Extract<
  RunEvent,
  {
    type:
      | "run.waiting"
      | "run.paused"
      | "run.resumed"
      | "run.completed"
      | "run.failed"
      | "run.cancelled";
  }
>;

function move(run: RunDocument, event: Move): RunDocument {
  if (isTerminal(run.status)) return run;
  const { waitingFor, pausedFrom, lease, ...rest } = run;
  switch (event.type) {
    case "run.waiting":
      return { ...rest, status: "waiting", waitingFor: event.data.waitingFor, recoveries: 0 };
    case "run.paused":
      return {
        ...rest,
        status: "paused",
        pausedFrom: { status: run.status, ...(waitingFor && { waitingFor }) },
      };
    case "run.resumed": {
      if (run.status !== "paused") return { ...rest, status: "running", ...(lease && { lease }) };
      const from = pausedFrom ?? { status: "queued" as const };
      return { ...rest, status: from.status, ...(from.waitingFor && { waitingFor: from.waitingFor }) };
    }
    case "run.completed":
      return { ...rest, status: "completed", statusDetail: event.data.detail, finishedAt: event.at };
    case "run.failed":
      return {
        ...rest,
        status: "failed",
        statusReason: event.data.reason,
        statusDetail: event.data.detail,
        finishedAt: event.at,
      };
    case "run.cancelled":
      return {
        ...rest,
        status: "cancelled",
        statusReason: "user_cancelled",
        ...(event.data.detail && { statusDetail: event.data.detail }),
        finishedAt: event.at,
      };
  }
}
