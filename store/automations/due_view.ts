import { idOf, type StoredEvent } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import type { AutomationStatus, Next, Trigger } from "./document.ts";
import { automationStream } from "./stream.ts";

/**
 * When each enabled automation is next ready, what waits for the end of its run, and which path or events trigger it. The
 * clock, deliveries and the log look automations up here.
 */
export const automationDueView = defineView({
  name: "automation_due",
  version: 2,
  tables: {
    automation_due: {
      erasedBy: { streams: { automation: "automation_id" } },
      columns:
        "automation_id text primary key, enabled integer not null, ready_at text, path text, event_types text, waiting_fire text",
      indexes: ["enabled, ready_at", "path", "event_types", "waiting_fire"],
    },
  },
  folds: [
    on(automationStream, {
      "automation.created": write,
      "automation.updated": write,
      "automation.status_changed": (tables, event) => {
        const enabled = isEnabled(event.data.status);
        tables.run("update {automation_due} set enabled = ? where automation_id = ?", enabled, idOf(event));
        setNext(tables, event);
      },
      "automation.fired": settle,
      "automation.skipped": settle,
      "automation.missed": settle,
      "automation.failed": settle,
      "automation.buffered": wait,
      "automation.rescheduled": setNext,
    }),
  ],
});

const isEnabled = (status: AutomationStatus): number => status === "enabled" ? 1 : 0;

function write(tables: Tables, event: StoredEvent<string, { trigger: Trigger; next: Next }>): void {
  const { trigger, next } = event.data;
  tables.run(
    `insert into {automation_due} values (?, 1, ?, ?, ?, null)
     on conflict (automation_id) do update set ready_at = excluded.ready_at, path = excluded.path,
       event_types = excluded.event_types`,
    idOf(event),
    next?.readyAt ?? null,
    trigger.kind === "webhook" ? trigger.path : null,
    trigger.kind === "event" ? JSON.stringify(trigger.types) : null,
  );
}

function setNext(tables: Tables, event: StoredEvent<string, { next: Next }>): void {
  tables.run(
    "update {automation_due} set ready_at = ? where automation_id = ?",
    event.data.next?.readyAt ?? null,
    idOf(event),
  );
}

function setNextOfSchedule(
  tables: Tables,
  event: StoredEvent<string, { trigger: string; next: Next }>,
): void {
  if (event.data.trigger === "schedule") setNext(tables, event);
}

type OfMoment = StoredEvent<string, { trigger: string; next: Next; fireId: string }>;

function wait(tables: Tables, event: OfMoment): void {
  setNextOfSchedule(tables, event);
  tables.run(
    "update {automation_due} set waiting_fire = ? where automation_id = ?",
    event.data.fireId,
    idOf(event),
  );
}

/** A moment that has its row waits no longer. */
function settle(tables: Tables, event: OfMoment): void {
  setNextOfSchedule(tables, event);
  tables.run(
    "update {automation_due} set waiting_fire = null where automation_id = ? and waiting_fire = ?",
    idOf(event),
    event.data.fireId,
  );
}
