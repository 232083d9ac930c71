import type { StoredEvent } from "../event.ts";
import type { Tables } from "../view.ts";
import { type NotificationState, type Placement, visibleStateOf } from "./state.ts";
import type { NotificationRow } from "./tables.ts";
import { countResult, countResultsRead } from "./results.ts";
import { count, countAllRead } from "./totals.ts";

/** The sequence of the newest "all read" mark, or 0. */
export const newestMark = (tables: Tables): number =>
  tables.get<{ sequence: number | null }>("select max(sequence) as sequence from {notification_marks}")
    ?.sequence ?? 0;

/** When a row was read: individually, or by the first mark after it. Null if it is unread. */
export function readAtOf(
  tables: Tables,
  row: Pick<NotificationRow, "placement" | "sequence" | "read_at">,
): string | null {
  if (row.placement !== "new") return row.read_at;
  return tables.get<{ at: string }>(
    "select at from {notification_marks} where sequence > ? order by sequence limit 1",
    row.sequence,
  )?.at ?? null;
}

/** Puts a row into a state. A deleted row stays deleted; its words stay, because the command center uses them. */
export function place(tables: Tables, row: NotificationRow, state: NotificationState, at: string): void {
  const mark = newestMark(tables);
  const before = visibleStateOf(row, mark);
  if (before === state || before === "deleted") return;
  const readAt = state === "unread" ? null : readAtOf(tables, row) ?? (state === "read" ? at : null);
  tables.run(
    "update {notifications} set placement = ?, read_at = ?, dismissed_at = ?, archived_at = ? where sequence = ?",
    placementFor(state, row.sequence, mark),
    readAt,
    state === "dismissed" ? at : null,
    state === "archived" ? at : null,
    row.sequence,
  );
  count(tables, before, row, -1);
  count(tables, state, row, 1);
  countResult(tables, row, before, state);
}

const placementFor = (state: NotificationState, sequence: number, mark: number): Placement =>
  state !== "unread" ? state : sequence > mark ? "new" : "reopened";

/** Sets a mark: everything unread is read. Changes only the rows that were marked unread individually. */
export function readAll(tables: Tables, event: StoredEvent): void {
  tables.run("insert into {notification_marks} (sequence, at) values (?, ?)", event.seq, event.at);
  tables.run(
    "update {notifications} set placement = 'read', read_at = ? where mine in (0, 1) and placement = 'reopened'",
    event.at,
  );
  countAllRead(tables);
  countResultsRead(tables);
}
