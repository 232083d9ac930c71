import { otherSubject } from "../../client/approval_subject.ts";
import { baseName } from "../../client/words.ts";
import { isTerminal } from "../../store/shared/run_states.ts";
import { isAtRest } from "../service/follow.ts";
import type { QueueItem, RunSummary } from "../service/types.ts";
import type { Group, QueueRow } from "./state.ts";

/** Returns the rows of the queue: what waits for a person with what expires soonest first, what is done now, what has ended. */
export function rowsOf(items: readonly QueueItem[], runs: readonly RunSummary[]): QueueRow[] {
  const asked = new Set(items.map(({ run }) => run?.id));
  const others = runs.filter(({ id }) => !asked.has(id)).map(rowOfRun);
  const of = (group: QueueRow["group"]) => others.filter((row) => row.group === group);
  return [...items.map(rowOfApproval), ...of("waits"), ...of("running"), ...of("finished")];
}

function rowOfApproval({ id, approval, run }: QueueItem): QueueRow {
  return {
    id,
    runId: run?.id ?? null,
    approvalId: id,
    group: "waits",
    over: run !== null && groupOf(run) === "finished",
    mark: "asks",
    number: run?.number ?? null,
    title: approval.asks || otherSubject(approval) ? approval.title : run?.request ?? approval.title,
    request: run?.request ?? null,
    repository: run && baseName(run.repoPath),
    version: approval.evidenceDigest,
  };
}

function rowOfRun(run: RunSummary): QueueRow {
  const group = groupOf(run);
  const { id, waitingFor, number, request, repoPath, status } = run;
  const asks = group === "waits" && waitingFor?.kind === "approval";
  return {
    id: asks ? waitingFor.id : id,
    runId: id,
    approvalId: asks ? waitingFor.id : run.approvalId ?? null,
    group,
    mark: asks ? "asks" : group === "finished" && status !== "completed" ? "failed" : MARKS[group],
    number,
    title: request,
    request,
    repository: baseName(repoPath),
    version: `${status} ${waitingFor?.id ?? ""}`,
  };
}

const MARKS = { waits: "stuck", running: "working", finished: "done" } as const;

/** Returns the part of the queue that a run belongs to. */
export function groupOf(run: RunSummary): Group {
  if (isTerminal(run.status)) return "finished";
  return isAtRest(run) ? "waits" : "running";
}
