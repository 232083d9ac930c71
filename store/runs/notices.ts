import {
  cardSubject,
  isCardSubject,
  type Ledger,
  markRun,
  type Notice,
  noticesOf,
  type NotificationRow,
  runRow,
  type Severity,
  taskRow,
} from "../notifications/notices.ts";
import type { StatusReason, WaitingFor } from "./document.ts";
import { runStream } from "./stream.ts";

/** A failure that may have left half a patch is more than an error. */
const SEVERITY: Partial<Record<StatusReason, Severity>> = {
  policy_blocked: "warning",
  apply_conflict: "critical",
};

/** The titles of what a run waits for. Waits that need no one are left out. */
const WAITS: Partial<Record<WaitingFor["kind"], string>> = {
  input: "Input needed",
  auth: "Key needed",
  dependency: "Waiting for a dependency",
  budget: "Out of budget",
};

/** Notifications of a run: it waits, it failed, it is done. */
export const runNotices = noticesOf(runStream, {
  "run.waiting": (ledger, { data: { waitingFor } }) => {
    const notice = noticeOfWait(ledger, waitingFor);
    if (!notice) return;
    // A task card that was handed over or blocked has its own notification.
    const said = [waitingFor.id, cardSubject(waitingFor.id)].some((subject) => {
      const newest = ledger.newestOf(subject);
      return newest?.open === 1 && newest.category === "blocker";
    });
    if (!said && !ledger.reopen(notice)) ledger.raise(notice);
  },
  "run.stalled": (ledger, { data: { since } }) => {
    const notice: Notice = {
      category: "blocker",
      severity: "error",
      title: `No progress: ${labelOfRun(ledger)}`,
      detail:
        `The run is running, but nothing has worked on it since ${since}. Pause and resume it to continue.`,
      ifIgnored: "Nothing. The run does not continue on its own.",
      subject: ledger.runId,
      sourceIds: [ledger.runId],
      open: true,
    };
    if (!ledger.repeat(notice)) ledger.raise(notice);
  },
  "run.paused": ({ tables, runId }) => markRun(tables, runId, "paused", 1),
  "run.resumed": (ledger, { data: { reason } }) => {
    const { tables, runId } = ledger;
    // A run that was paused returns to its former state, which may be waiting.
    if (tables.run("update {notification_runs} set paused = 0 where run_id = ? and paused = 1", runId)) {
      return;
    }
    ledger.closeRun(
      reason ? `The run continues: ${reason}.` : "The run continues.",
      (row) => row.category === "blocker" && !isCardSubject(row.subject),
    );
  },
  "run.patch_applied": ({ tables, runId }) => markRun(tables, runId, "applied", 1),
  "run.reported": ({ tables, runId }, { data: { id, kind } }) => {
    if (kind === "final") markRun(tables, runId, "report_id", id);
  },
  "run.completed": (ledger, { data: { detail } }) => {
    const run = runRow(ledger.tables, ledger.runId);
    ledger.closeRun("The run completed.");
    ledger.raise({
      category: "output",
      severity: "info",
      title: `Done: ${run?.label ?? ledger.runId}`,
      detail,
      ifIgnored: run?.applied
        ? "Nothing. The changes stay in the working tree, uncommitted."
        : "Nothing. There is nothing left to do.",
      subject: ledger.runId,
      sourceIds: [ledger.runId, ...(run?.report_id ? [run.report_id] : [])],
      open: false,
    });
  },
  "run.failed": (ledger, { data: { reason, detail } }) => {
    // Who rejected it knows: that the run ended is no news. The coordinator's rejections raise their own notification.
    if (reason === "approval_rejected") {
      return ledger.closeRun("It was rejected.", (row) => row.category !== "failure");
    }
    ledger.closeRun("The run failed.");
    ledger.raise({
      category: "failure",
      severity: SEVERITY[reason] ?? "error",
      title: `Failed (${reason}): ${labelOfRun(ledger)}`,
      detail,
      ifIgnored: reason === "apply_conflict"
        ? "Nothing. Files that are neither in their old nor in their approved state stay that way."
        : "Nothing. The work stays undone until you retry or archive the run.",
      subject: ledger.runId,
      sourceIds: [ledger.runId],
      open: true,
    });
  },
  "run.cancelled": (ledger) => ledger.closeRun("The run was cancelled."),
  "run.retried": (ledger, { data: { retryRunId } }) =>
    ledger.closeRun(`It was retried as ${retryRunId}.`, isFailure),
  "run.archived": (ledger) => ledger.closeRun("The run was archived.", isFailure),
});

const isFailure = (row: NotificationRow): boolean => row.category === "failure";

const labelOfRun = (ledger: Ledger): string => runRow(ledger.tables, ledger.runId)?.label ?? ledger.runId;

function noticeOfWait(ledger: Ledger, waitingFor: WaitingFor): Notice | null {
  const { kind, id, detail, expiresAt, defaultAction } = waitingFor;
  const what = WAITS[kind];
  if (!what) return null;
  const task = taskRow(ledger.tables, id);
  return {
    category: "blocker",
    severity: "warning",
    title: `${what}: ${task?.label ?? labelOfRun(ledger)}`,
    detail,
    ifIgnored: expiresAt
      ? `The wait ends at ${expiresAt}, then ${defaultAction ?? "the run fails"}.`
      : "It does not expire. The run waits until someone acts or cancels it.",
    ...(expiresAt && { expiresAt }),
    subject: id,
    // Other kinds name a provider or a budget, which is not a record.
    sourceIds: kind === "input" ? [ledger.runId, id] : [ledger.runId],
    ...(task && { taskSessionId: id }),
    open: true,
  };
}
