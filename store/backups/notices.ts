import { idOf } from "../event.ts";
import { type Notice, noticesOf } from "../notifications/notices.ts";
import { backupStream } from "./stream.ts";

const SUBJECT = "backup";

/** A failed backup raises one notification, which counts repeats until a backup succeeds. */
export const backupNotices = noticesOf(backupStream, {
  "backup.failed": (ledger, event) => {
    const notice: Notice = {
      category: "failure",
      severity: "error",
      title: "A backup failed",
      detail: event.data.detail,
      ifIgnored: "The last completed backup remains the newest one.",
      subject: SUBJECT,
      sourceIds: [idOf(event)],
      open: true,
    };
    if (!ledger.repeat(notice)) ledger.raise(notice);
  },
  "backup.completed": (ledger) => ledger.close(SUBJECT, "A later backup was completed.", "failure"),
});
