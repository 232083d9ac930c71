import { isSettled } from "../service/follow.ts";
import type { QueueItem, RunSummary } from "../service/types.ts";
import type { Row } from "./state.ts";

/** Returns the rows of the queue: what waits for a person with the longest wait first, what is done now, what has ended. */
export function rowsOf(items: readonly QueueItem[], runs: readonly RunSummary[]): Row[] {
  const asked = new Set(items.map(({ run }) => run?.id));
  const others = runs.filter(({ id }) => !asked.has(id)).map(rowOfRun);
  const of = (group: Row["group"]) => others.filter((row) => row.group === group);
  return [...items.map(rowOfApproval), ...of("waits"), ...of("running"), ...of("finished")];
}

function rowOfApproval({ id, approval, run }: QueueItem): Row {
  return {
    id,
    runId: run?.id ?? null,
    approvalId: id,
    group: "waits",
    mark: "asks",
    number: run?.number ?? null,
    title: approval.asks ? approval.title : run?.request ?? approval.title,
    version: approval.evidenceDigest,
  };
}

function rowOfRun(run: RunSummary): Row {
  const group = isOver(run) ? "finished" : isSettled(run) ? "waits" : "running";
  return {
    id: run.id,
    runId: run.id,
    approvalId: run.approvalId ?? null,
    group,
    mark: group === "waits"
      ? "stuck"
      : group === "running"
      ? "working"
      : run.status === "completed"
      ? "done"
      : "failed",
    number: run.number,
    title: run.request,
    version: `${run.status} ${run.waitingFor?.id ?? ""}`,
  };
}

const isOver = ({ status }: RunSummary): boolean => ["completed", "failed", "cancelled"].includes(status);
