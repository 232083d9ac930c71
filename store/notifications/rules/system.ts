import { idOf, type Rule } from "./rule.ts";

type Rules = Record<string, Rule<{ detail: string } & { version: string }>>;

/** Faults of the records themselves, and what changed about the service. */
export const systemRules: Rules = {
  "audit.integrity_warning": (ledger, { detail }, event) => {
    const notice = {
      category: "security" as const,
      severity: "critical" as const,
      title: `Integrity warning: ${detail}`,
      detail,
      ifIgnored: "Nothing stops by itself: work goes on, on top of records that may be wrong.",
      subject: "integrity",
      sourceIds: [...(event.runId ? [event.runId] : []), idOf(event)],
      open: true,
    };
    if (!ledger.repeat(notice)) ledger.raise(notice);
  },
  "system.started": (ledger, { version }, event) => {
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
      title: `The service runs version ${version} now`,
      detail: `It was started as version ${version}; before, it was ${before}.`,
      ifIgnored: "Nothing happens.",
      subject: "version",
      sourceIds: [idOf(event)],
      open: false,
    });
  },
};
