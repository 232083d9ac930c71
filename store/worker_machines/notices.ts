import { idOf } from "../event.ts";
import { noticesOf } from "../notifications/notices.ts";
import { workerMachineStream } from "./machine.ts";

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
