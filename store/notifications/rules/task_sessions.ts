import type { taskSessionEvents } from "../../task_sessions/events.ts";
import type { Ledger } from "../ledger.ts";
import { addTask, setTaskEnded, taskRow } from "../subjects.ts";
import { cardSubject, idOf, type RulesFor } from "./rule.ts";

/** A task card that somebody handed over or holds waits for a human; the rest says where the task stands. */
export const taskSessionRules: RulesFor<typeof taskSessionEvents> = {
  "task_session.planned": ({ tables, runId }, { taskId, title }, event) =>
    addTask(tables, { id: idOf(event), run_id: runId, task_id: taskId, label: title }),
  "task_session.queued": (ledger, _, event) => goesOn(ledger, idOf(event)),
  "task_session.started": (ledger, _, event) => goesOn(ledger, idOf(event)),
  "task_session.completed": (ledger, _, event) => ends(ledger, idOf(event), "The task completed."),
  "task_session.failed": (ledger, { detail }, event) =>
    ends(ledger, idOf(event), `The task failed: ${detail}`),
  "task_session.cancelled": (ledger, { detail }, event) => ends(ledger, idOf(event), detail),
  "task_session.skipped": (ledger, { detail }, event) => ends(ledger, idOf(event), detail),
  "task_card.retried": (ledger, _, event) => {
    close(ledger, idOf(event), "The task card was retried.");
    setTaskEnded(ledger.tables, idOf(event), false);
  },
  "task_card.escalated": (ledger, { reason }, event) =>
    hold(ledger, idOf(event), "Handed to you", "handed to a human", reason),
  "task_card.blocked": (ledger, { reason }, event) =>
    hold(ledger, idOf(event), "Task blocked", "blocked", reason),
};

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
    }\nRetry its card to let it go on, or cancel the run.`,
    ifIgnored: "It never expires: the task and what depends on it stay where they are.",
    subject: cardSubject(id),
    sourceIds: [ledger.runId, id],
    taskSessionId: id,
    open: true,
  });
}

function goesOn(ledger: Ledger, id: string): void {
  close(ledger, id, "The task goes on.");
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
