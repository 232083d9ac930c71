import { idOf } from "../event.ts";
import { noticesOf } from "../notifications/notices.ts";
import { workerMachineStream } from "./machine.ts";
import { ticketQueueStream } from "./ticket_queue.ts";

/** A machine that was revoked because it reported something else than this machine found is a person's business. */
export const workerMachineNotices = noticesOf(workerMachineStream, {
  "worker_machine.revoked": (ledger, event) => {
    if (event.actor !== "system") return;
    ledger.raise({
      category: "failure",
      severity: "error",
      title: "A worker machine was revoked",
      detail: event.data.detail,
      ifIgnored: "It gets no more work. Results that it reported earlier stay as they are.",
      subject: `worker_machine/${idOf(event)}`,
      sourceIds: [idOf(event)],
      open: true,
    });
  },
});

const UNREACHABLE = "ticket_queue/unreachable";

/** A database that is away costs nothing but speed; tickets that were changed there are a person's business. */
export const ticketQueueNotices = noticesOf(ticketQueueStream, {
  "ticket_queue.unreachable": (ledger, event) => {
    const notice = {
      category: "system" as const,
      severity: "warning" as const,
      title: "The database of tickets cannot be used",
      detail: event.data.detail,
      ifIgnored: "Worker machines ask this service for work instead. Nothing stops.",
      subject: UNREACHABLE,
      sourceIds: [idOf(event)],
      open: true,
    };
    if (!ledger.reopen(notice)) ledger.raise(notice);
  },
  "ticket_queue.reachable": (ledger) => ledger.close(UNREACHABLE, "It answers again.", "system"),
  "ticket_queue.unused": (ledger) => ledger.close(UNREACHABLE, "It is not used any more.", "system"),
  "ticket_queue.repaired": (ledger, event) => {
    const notice = {
      category: "security" as const,
      severity: "warning" as const,
      title: "Tickets were changed in the database",
      // How many is in the event: a change that continues is one notification.
      detail: `Not by this service, in the queues of ${event.data.machines.join(", ")}.`,
      ifIgnored:
        "Its tickets are put right every minute, and others are refused. Revoke a machine that you do not trust.",
      subject: "ticket_queue/repaired",
      sourceIds: [idOf(event)],
      open: true,
    };
    if (!ledger.repeat(notice)) ledger.raise(notice);
  },
});
