import { idOf } from "../event.ts";
import { type Notice, noticesOf } from "../notifications/notices.ts";
import { automationStream } from "./stream.ts";

/** After how many skipped moments in a row a person is told. */
const TOLD_AFTER = 3;

const PAUSED_IF_IGNORED =
  "It stays paused, and every moment is recorded as skipped, until somebody enables it.";

/** What an automation has to say: that it was paused by failures, could not start a run, or waits behind a run. */
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
      ifIgnored: "It tries again at its next moment, and is paused when it fails too often in a row.",
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
      ifIgnored: "It goes on being skipped until that run has ended.",
      open: false,
    }));
  },
  "automation.rescheduled": (ledger, event) => {
    const { reason, detail } = event.data;
    if (reason !== "clock_was_ahead") return;
    ledger.raise(notice(event, {
      severity: "warning",
      title: "A schedule was set back to the time of this machine",
      detail,
      ifIgnored: "Nothing happens: moments that were settled while the clock was ahead stay settled.",
      open: false,
    }));
  },
});

const notice = (
  event: { stream: string },
  said: Pick<Notice, "severity" | "title" | "detail" | "ifIgnored" | "open">,
): Notice => ({ ...said, category: "automation", subject: event.stream, sourceIds: [idOf(event)] });
