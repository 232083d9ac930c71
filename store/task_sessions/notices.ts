import { idOf } from "../event.ts";
import {
  addTask,
  cardSubject,
  type Ledger,
  noticesOf,
  setTaskEnded,
  taskRow,
} from "../notifications/notices.ts";
import { taskSessionStream } from "./stream.ts";

/** A task card that someone handed over or blocked waits for a human. Other events update that notification. */
export const taskSessionNotices = noticesOf(taskSessionStream, {
  "task_session.planned": ({ tables, runId }, event) =>
    addTask(tables, {
      id: idOf(event),
      run_id: runId,
      task_id: event.data.taskId,
      label: event.data.title,
    }),
  "task_session.notified": (ledger, event) =>
    ledger.raise({
      category: "output",
      severity: event.data.severity,
      title: event.data.title,
      detail: event.data.content,
      ifIgnored: "Nothing depends on it.",
      subject: idOf(event),
      sourceIds: [ledger.runId, idOf(event)],
      taskSessionId: idOf(event),
      open: false,
      forOperator: true,
    }),
  "task_session.queued": (ledger, event) => goesOn(ledger, idOf(event)),
  "task_session.started": (ledger, event) => goesOn(ledger, idOf(event)),
  "task_session.completed": (ledger, event) => ends(ledger, idOf(event), "The task completed."),
  "task_session.failed": (ledger, event) =>
    ends(ledger, idOf(event), `The task failed: ${event.data.detail}`),
  "task_session.cancelled": (ledger, event) => ends(ledger, idOf(event), event.data.detail),
  "task_session.skipped": (ledger, event) => ends(ledger, idOf(event), event.data.detail),
  "task_card.retried": (ledger, event) => {
    close(ledger, idOf(event), "The task card was retried.");
    setTaskEnded(ledger.tables, idOf(event), false);
  },
  "task_card.escalated": (ledger, event) =>
    hold(ledger, idOf(event), "Handed to you", "handed to a human", event.data.reason),
  "task_card.blocked": (ledger, event) =>
    hold(ledger, idOf(event), "Task blocked", "blocked", event.data.reason),
});

function hold(ledger: Ledger, id: string, title: string, what: string, reason: string | undefined): void {
  close(ledger, id, `The task card was ${what}.`);
  setTaskEnded(ledger.tables, id, false);
  const label = taskRow(ledger.tables, id)?.label ?? id;
  ledger.raise({
    category: "blocker",
    severity: "warning",
    title: `${title}: ${label}`,
    detail: `The task "${label}" was ${what} by the ${ledger.event.actor}${
      reason ? `: ${reason}` : "."
    }\nRetry the task to let it continue, or cancel the run.`,
    ifIgnored: "It does not expire. The task, and all that depends on it, stays on hold.",
    subject: cardSubject(id),
    sourceIds: [ledger.runId, id],
    taskSessionId: id,
    open: true,
  });
}

function goesOn(ledger: Ledger, id: string): void {
  close(ledger, id, "The task continues.");
  setTaskEnded(ledger.tables, id, false);
}

function ends(ledger: Ledger, id: string, resolution: string): void {
  close(ledger, id, resolution);
  setTaskEnded(ledger.tables, id, true);
}

function close(ledger: Ledger, id: string, resolution: string): void {
  ledger.close(id, resolution, "blocker");
  ledger.close(cardSubject(id), resolution, "blocker");
}
