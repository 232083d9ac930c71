import type { StoredEvent } from "../event.ts";
import { defineView, type Tables } from "../view.ts";
import { Ledger, remove } from "./ledger.ts";
import { newestMark, place, readAll } from "./placing.ts";
import { applyRules } from "./rules/mod.ts";
import { type NotificationState, sequenceOf } from "./state.ts";
import { EVENT_OF_STATE } from "./stream.ts";
import { type NotificationRow, tables } from "./tables.ts";

const STATE_OF_EVENT = new Map(
  Object.entries(EVENT_OF_STATE).map(([state, type]) => [type as string, state as NotificationState]),
);

/**
 * The inbox: what durable records have to say to a person, and where they put it. Totals are kept up with each event. Raise
 * `version` whenever a rule changes.
 */
export const notificationsView = defineView({
  name: "notifications",
  version: 3,
  tables,
  apply(tables, event) {
    if (event.type === "notification.all_read") return readAll(tables, event);
    const state = STATE_OF_EVENT.get(event.type);
    if (state) return move(tables, event, state);
    applyRules(new Ledger(tables, event), event);
  },
  erase(tables, runId) {
    const mark = newestMark(tables);
    const rows = tables.all<NotificationRow>("select * from {notifications} where run_id = ?", runId);
    for (const row of rows) remove(tables, row, mark);
    tables.run("delete from {notification_runs} where run_id = ?", runId);
    tables.run("delete from {notification_tasks} where run_id = ?", runId);
  },
});

/** A notification that is gone with its run is no error: its state may outlive it in the log. */
function move(tables: Tables, event: StoredEvent, state: NotificationState): void {
  const row = rowOf(tables, event.stream.slice("notification/".length));
  if (row) place(tables, row, state, event.at);
}

/** The row of a notification; undefined when there is none. */
export function rowOf(tables: Tables, id: string): NotificationRow | undefined {
  const sequence = sequenceOf(id);
  if (sequence === null) return undefined;
  return tables.get<NotificationRow>("select * from {notifications} where sequence = ?", sequence);
}
