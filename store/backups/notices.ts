import { idOf } from "../event.ts";
import { type Notice, noticesOf } from "../notifications/notices.ts";
import { backupStream } from "./stream.ts";

const SUBJECT = "backup";

/** A backup that was not taken is said once, and counted up, until one succeeds. */
export const backupNotices = noticesOf(backupStream, {
  "backup.failed": (ledger, event) => {
    const notice: Notice = {
      category: "failure",
      severity: "error",
      title: "A backup could not be taken",
      detail: event.data.detail,
      ifIgnored: "There is no newer backup than the last one that was completed.",
      subject: SUBJECT,
      sourceIds: [idOf(event)],
      open: true,
    };
    if (!ledger.repeat(notice)) ledger.raise(notice);
  },
  "backup.completed": (ledger) => ledger.close(SUBJECT, "A later backup was completed.", "failure"),
});
