import { idOf, type StoredEvent } from "../event.ts";
import type { Fold } from "../handlers.ts";
import { defineView, on, type Tables, type ViewDefinition } from "../view.ts";
import { addFollow, unfollow } from "./follows.ts";
import { Ledger, remove } from "./ledger.ts";
import { newestMark, place, readAll } from "./placing.ts";
import { shownResults } from "./results.ts";
import { type NotificationState, sequenceOf } from "./state.ts";
import { notificationStream } from "./stream.ts";
import { type NotificationRow, tables } from "./tables.ts";

/**
 * The inbox: what durable records have to say to a person, and where they put it. Totals are kept up with each event. Raise
 * `version` whenever a domain's notices change.
 */
export const inboxView = (notices: readonly Fold<Ledger>[]): ViewDefinition =>
  defineView({
    name: "notifications",
    readsDocuments: true,
    version: 10,
    tables,
    folds: [
      on(notificationStream, {
        "notification.all_read": readAll,
        "notification.results_archived": (tables, { data, at }) => {
          for (const row of shownResults(tables, data)) place(tables, row, "archived", at);
        },
        "notification.followed": addFollow,
        "notification.unfollowed": unfollow,
        "notification.read": moveTo("read"),
        "notification.unread": moveTo("unread"),
        "notification.dismissed": moveTo("dismissed"),
        "notification.archived": moveTo("archived"),
        "notification.deleted": moveTo("deleted"),
      }),
      ...notices.map(written),
    ],
    erase: {
      run: (tables, runId) => {
        takeOut(tables, "run_id = ?", runId);
        tables.run("delete from {notification_runs} where run_id = ?", runId);
        tables.run("delete from {notification_follows} where subject = ?", runId);
        tables.run("delete from {notification_tasks} where run_id = ?", runId);
      },
      // Removes what a stream raised. A stream that can be erased alone resolves only its own notifications.
      stream: (tables, stream) =>
        takeOut(tables, "sequence in (select seq from events where stream = ?)", stream),
    },
  });

/** Removes rows, also from the totals. */
function takeOut(tables: Tables, which: string, owner: string): void {
  const mark = newestMark(tables);
  for (const row of tables.all<NotificationRow>(`select * from {notifications} where ${which}`, owner)) {
    remove(tables, row, mark);
  }
}

/** Returns the folds of a domain's notices, bound to the tables of the inbox. */
const written = ({ kind, handlers }: Fold<Ledger>): Fold<Tables> => ({
  kind,
  handlers: Object.fromEntries(
    Object.entries(handlers).map(([type, handle]) => [
      type,
      (tables: Tables, event: StoredEvent) => handle(new Ledger(tables, event), event),
    ]),
  ),
});

/** A notification that went with its run is not an error: its state may outlive it in the log. */
const moveTo = (state: NotificationState) => (tables: Tables, event: StoredEvent): void => {
  const row = notificationRowOf(tables, idOf(event));
  if (row) place(tables, row, state, event.at);
};

/** Returns the row of a notification, or undefined. */
export function notificationRowOf(tables: Tables, id: string): NotificationRow | undefined {
  const sequence = sequenceOf(id);
  if (sequence === null) return undefined;
  return tables.get<NotificationRow>("select * from {notifications} where sequence = ?", sequence);
}
