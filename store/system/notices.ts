import { idOf } from "../event.ts";
import { INTEGRITY, type Notice, noticesOf } from "../notifications/notices.ts";
import { systemStream } from "./stream.ts";

/** Faults in the records themselves, and changes of the service. */
export const systemNotices = noticesOf(systemStream, {
  "audit.integrity_warning": (ledger, event) => {
    const { detail } = event.data;
    const notice: Notice = {
      category: "security",
      severity: "critical",
      title: `Integrity warning: ${detail}`,
      detail,
      ifIgnored: "Nothing stops. Work continues with records that may be wrong.",
      subject: INTEGRITY,
      sourceIds: [...(event.runId ? [event.runId] : []), idOf(event)],
      open: true,
    };
    if (!ledger.repeat(notice)) ledger.raise(notice);
  },
  "system.started": (ledger, event) => {
    const { version } = event.data;
    const { tables } = ledger;
    const before = tables.get<{ version: string }>(
      "select version from {notification_service} where id = 'service'",
    )?.version;
    if (before === version) return;
    tables.run("insert or replace into {notification_service} (id, version) values ('service', ?)", version);
    if (before === undefined) return;
    ledger.raise({
      category: "system",
      severity: "info",
      title: `The service was updated to version ${version}`,
      detail: `The previous version was ${before}.`,
      ifIgnored: "Nothing happens.",
      subject: "version",
      sourceIds: [idOf(event)],
      open: false,
    });
  },
});
