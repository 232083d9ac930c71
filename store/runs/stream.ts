import { idOf } from "../event.ts";
import { isModelUse } from "../model_use/document.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { REQUEST_PREVIEW, type RunDocument } from "./document.ts";
import { raced, withFinding } from "./race_rounds.ts";
import { addNetworkUse } from "./network.ts";
import { runEvents } from "./events.ts";
import { move } from "./moves.ts";
import { workAfter } from "../worked.ts";
import { withChanges } from "./with_changes.ts";
import { chosen, onTopOf, prepared, reworked, selected, verifiedAgain } from "./rounds.ts";

type RunEvent = EventOf<typeof runEvents>;

/** A run: its lifecycle and the steps that have been recorded. */
export const runStream = defineStream<RunDocument>()({
  kind: "run",
  version: 7,
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
    case "run.clock_jumped":
      return { ...run };
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
    case "workflow.branch_taken":
    case "workflow.loop_iterated":
    case "workflow.items_resolved":
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
    case "run.setup_completed":
      return prepared(step, event.data);
    case "run.integrated":
    case "evaluation.completed":
    case "run.bundled":
    case "run.fix_requested":
    case "run.fixing_stopped":
    case "run.fixing_ended":
      return withFinding(step, event);
    case "run.contender_planned":
    case "run.contender_lost":
    case "run.race_ended":
    case "run.result_picked":
    case "run.pick_withdrawn":
      return raced(step, event);
    case "run.checkpointed":
      return { ...step, approvalId: event.data.approvalId };
    case "run.rework_requested":
      return reworked(step, event.data);
    case "run.hunks_accepted":
      return selected(step, event.data);
    case "run.base_checked":
      return { ...run, baseCheck: event.data };
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
