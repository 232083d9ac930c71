import type { Tables } from "../view.ts";
import type { Severity } from "../shared/enumerations.ts";
import type { NotificationCategory, NotificationState } from "./state.ts";

/** How many notifications are in one state, by category and severity. */
export type TotalRow = {
  state: NotificationState;
  category: NotificationCategory;
  severity: Severity;
  mine: number;
  n: number;
};

type Kind = { category: NotificationCategory; severity: Severity; mine: number };

/** Adds one, or subtracts one. A total of zero has no row, so that a rebuild gives the same table. */
export function count(tables: Tables, state: NotificationState, kind: Kind, change: 1 | -1): void {
  const where = [state, kind.category, kind.severity, kind.mine];
  tables.run(
    `insert into {notification_totals} (state, category, severity, mine, n) values (?, ?, ?, ?, ?)
     on conflict (state, category, severity, mine) do update set n = n + excluded.n`,
    ...where,
    change,
  );
  if (change < 0) {
    tables.run(
      "delete from {notification_totals} where state = ? and category = ? and severity = ? and mine = ? and n = 0",
      ...where,
    );
  }
}

/** Adds or subtracts one that waits for someone. */
export function addToOpen(tables: Tables, category: NotificationCategory, change: 1 | -1): void {
  tables.run(
    `insert into {notification_open} (category, n) values (?, ?)
     on conflict (category) do update set n = n + excluded.n`,
    category,
    change,
  );
  if (change < 0) tables.run("delete from {notification_open} where category = ? and n = 0", category);
}

/** Returns how many of each category wait for someone. */
export const openCounts = (tables: Tables): Partial<Record<NotificationCategory, number>> =>
  Object.fromEntries(
    tables.all<{ category: string; n: number }>(
      "select category, n from {notification_open} order by category",
    )
      .map(({ category, n }) => [category, n]),
  );

/** Counts all that were unread as read. */
export function countAllRead(tables: Tables): void {
  tables.run(
    `insert into {notification_totals} (state, category, severity, mine, n)
     select 'read', category, severity, mine, n from {notification_totals} where state = 'unread'
     on conflict (state, category, severity, mine) do update set n = n + excluded.n`,
  );
  tables.run("delete from {notification_totals} where state = 'unread'");
}

/** All totals: a few rows, however much there is. */
export const totalsOf = (tables: Tables): TotalRow[] =>
  tables.all<TotalRow>(
    "select state, category, severity, mine, n from {notification_totals} order by state, category, severity, mine",
  );
