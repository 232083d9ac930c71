import { approvalStream } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { showApproval } from "../../control/approvals/read_model.ts";
import type { Reads } from "../../ground/kernel/context.ts";
import { routeReceipt } from "../../workforce/routing/mod.ts";
import { summariseTaskSession } from "../../sessions/task_sessions/read_model.ts";
import { attemptsOf } from "./attempts.ts";
import type { RunDetails } from "./detail_schemas.ts";
import { requestOf, requireRun, shownRun } from "../../control/runs/read_model.ts";
import { nextStep, type RunStep, STEPS } from "../../control/runs/steps.ts";
import { summaryOf } from "./summary.ts";
import { traceOf } from "../../control/runs/traces.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";

/** How many traces the details contain; the timeline pages through all. */
const TRACES = 200;

/** What of a run's details follows from the log. */
type RecordedDetails = Omit<RunDetails, "number" | "nextMove" | "placement" | "absent">;

/** Returns what the log says of a run, with its jobs, tasks, approvals and newest traces. */
export function recordedDetails(reads: Reads, id: string): RecordedDetails {
  const run = requireRun(reads, id);
  const sessions = run.tasks ? sessionsOf(reads, id) : [];
  const approvals = run.startedAt
    ? reads.store.documents.all(approvalStream, { runId: id }, { newestFirst: true })
    : [];
  const traces = reads.store.events.newestOfRun(id, TRACES);
  const running: RunDocument = { ...run, status: "running" };
  const step = nextStep(
    running,
    sessions,
    approvals.find((approval) => approval.id === run.approvalId) ?? null,
  );
  return {
    ...shownRun(run, requestOf(reads, run)),
    state: { status: run.status, step: run.finishedAt ? null : step, round: run.round },
    jobs: STEPS.filter((name) => name !== "select" && name !== "fix").map((name) => ({
      id: `${id}/${name}`,
      step: name,
      status: jobStatus(run, step, name),
    })),
    tasks: sessions.map((session) => summariseTaskSession(run, session, sessions)),
    attempts: attemptsOf(run),
    approvals: approvals.map((approval) => showApproval(reads, approval)),
    traces: {
      items: traces.map(traceOf),
      total: traces.length < TRACES ? traces.length : reads.store.events.countOfRun(id),
    },
    summary: summaryOf(run, sessions),
    ...(run.route && { routing: routeReceipt(reads, id, run.route) }),
  };
}

function jobStatus(run: RunDocument, step: RunStep | null, name: RunStep): "pending" | "current" | "done" {
  if (run.status === "completed") return "done";
  const current = step === null ? STEPS.indexOf("apply") : STEPS.indexOf(step);
  const at = STEPS.indexOf(name);
  if (at < current) return "done";
  return at === current && !run.finishedAt && run.startedAt ? "current" : "pending";
}
