import { idOf } from "../event.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { type TrialDocument, trialEvents } from "./document.ts";

/** A trial: the cases that were found in a repository, and what workers made of them. */
export const trialStream = defineStream<TrialDocument>()({
  kind: "trial",
  version: 1,
  events: trialEvents,
  indexes: [["status"]],
  countBy: "status",
  evolve: (trial, event) => {
    if (event.type === "trial.requested") {
      return {
        id: idOf(event),
        ...event.data,
        status: "finding",
        statusDetail: "Cases are being proved.",
        cases: [],
        plan: null,
        attempts: [],
        changeId: null,
        createdAt: event.at,
        updatedAt: event.at,
      };
    }
    if (event.type === "trial.deleted") return null;
    return trial && { ...evolve(trial, event), updatedAt: event.at };
  },
});

type TrialEvent = EventOf<typeof trialEvents>;

function evolve(
  trial: TrialDocument,
  event: Exclude<TrialEvent, { type: "trial.requested" | "trial.deleted" }>,
): TrialDocument {
  switch (event.type) {
    case "trial.case_examined":
      return { ...trial, cases: [...trial.cases, event.data] };
    case "trial.found":
      return { ...trial, status: "ready", statusDetail: event.data.detail };
    case "trial.started":
      return running({ ...trial, plan: event.data });
    case "trial.request_written": {
      const { caseId, ...written } = event.data;
      const cases = trial.cases.map((each) => each.id === caseId ? { ...each, written } : each);
      return running({ ...trial, cases });
    }
    case "trial.attempt_started":
      return { ...trial, attempts: [...trial.attempts, { ...event.data, end: null }] };
    case "trial.attempt_ended": {
      const { runId, ...end } = event.data;
      return {
        ...trial,
        attempts: trial.attempts.map((each) => each.runId === runId ? { ...each, end } : each),
      };
    }
    case "trial.stopped":
      return { ...trial, status: "stopped", statusDetail: event.data.detail };
    case "trial.resumed":
      return trial.plan
        ? running(trial)
        : { ...trial, status: "finding", statusDetail: "Cases are being proved." };
    case "trial.completed":
      return { ...trial, status: "completed", statusDetail: event.data.detail };
    case "trial.proposed":
      return { ...trial, changeId: event.data.changeId };
    case "trial.deletion_started":
      return { ...trial, status: "deleting", statusDetail: "It is being erased." };
  }
}

function running(trial: TrialDocument): TrialDocument {
  const { writer, caseIds = [] } = trial.plan ?? {};
  const left = trial.cases.filter(({ id, written }) => writer && !written && caseIds.includes(id)).length;
  const statusDetail = left === 0
    ? "Workers attempt the cases."
    : `A model writes the requests: ${left} of ${caseIds.length} are left.`;
  return { ...trial, status: "running", statusDetail };
}
