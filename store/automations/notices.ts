import { idOf } from "../event.ts";
import { type Notice, noticesOf } from "../notifications/notices.ts";
import { automationStream } from "./stream.ts";

/** After how many skipped moments in a row the operator is notified. */
const TOLD_AFTER = 3;

const PAUSED_IF_IGNORED =
  "It stays paused, and each scheduled time is recorded as skipped, until someone enables it.";

/** Notifications of an automation: paused after failures, could not start a run, or waiting for a run. */
export const automationNotices = noticesOf(automationStream, {
  "automation.status_changed": (ledger, event) => {
    const { status, by, reason } = event.data;
    if (status === "enabled") return ledger.close(event.stream, "The automation was enabled.", "automation");
    if (by !== "failures") return;
    ledger.raise(notice(event, {
      severity: "error",
      title: "An automation was paused after failures",
      detail: reason ?? "",
      ifIgnored: PAUSED_IF_IGNORED,
      open: true,
    }));
  },
  "automation.failed": (ledger, event) => {
    const failed = notice(event, {
      severity: "error",
      title: "An automation could not start its run",
      detail: event.data.reason ?? "",
      ifIgnored: "It tries again at the next scheduled time, and is paused after too many failures in a row.",
      open: false,
    });
    if (!ledger.repeat(failed)) ledger.raise(failed);
  },
  "automation.skipped": (ledger, event) => {
    const { inARow, reason } = event.data;
    if (inARow !== TOLD_AFTER) return;
    ledger.raise(notice(event, {
      severity: "warning",
      title: `An automation was skipped ${TOLD_AFTER} times in a row`,
      detail: reason ?? "",
      ifIgnored: "It is skipped until that run ends.",
      open: false,
    }));
  },
  "automation.rescheduled": (ledger, event) => {
    const { reason, detail } = event.data;
    if (reason !== "clock_was_ahead") return;
    ledger.raise(notice(event, {
      severity: "warning",
      title: "A schedule was reset to this machine's clock",
      detail,
      ifIgnored: "Nothing: scheduled times that were handled while the clock was ahead are not repeated.",
      open: false,
    }));
  },
});

const notice = (
  event: { stream: string },
  content: Pick<Notice, "severity" | "title" | "detail" | "ifIgnored" | "open">,
): Notice => ({ ...content, category: "automation", subject: event.stream, sourceIds: [idOf(event)] });
