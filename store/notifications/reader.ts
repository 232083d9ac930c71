import type { SqlValue } from "../database.ts";
import type { Tables } from "../view.ts";
import { FOR_AGENTS } from "./operator_only.ts";
import { INTEGRITY } from "./notices.ts";
import { newestMark } from "./placing.ts";
import type { ResultScope } from "./results.ts";
import {
  type NotificationCategory,
  notificationCategorySchema,
  notificationId,
  type NotificationState,
  type Placement,
} from "./state.ts";
import type { Severity } from "../shared/enumerations.ts";
import type { NotificationRow } from "./tables.ts";

/** Which notifications a list shows. Without a state: all that are neither archived nor deleted. */
type NotificationFilter = {
  state?: Exclude<NotificationState, "deleted"> | undefined;
  category?: NotificationCategory | undefined;
  severity?: Severity | undefined;
  /** Only those that need the operator or that they follow, or all. */
  scope?: ResultScope | undefined;
  /** Only the results of one repository. */
  resultsOf?: string | undefined;
  /** Leaves out results, which are folded by repository. */
  folded?: boolean | undefined;
  /** Leaves out what only the operator may read. */
  forAgents?: boolean;
};

/** A part of an index that a list is merged from; before or after the newest mark, or both. */
type Segment = { placement: Placement; side?: "before" | "after" };

const SEGMENTS: Record<Exclude<NotificationState, "deleted"> | "all", readonly Segment[]> = {
  unread: [{ placement: "new", side: "after" }, { placement: "reopened" }],
  read: [{ placement: "new", side: "before" }, { placement: "read" }],
  dismissed: [{ placement: "dismissed" }],
  archived: [{ placement: "archived" }],
  all: [{ placement: "new" }, { placement: "reopened" }, { placement: "read" }, { placement: "dismissed" }],
};

const NO_RESULTS = notificationCategorySchema.exclude(["output"]).options;

/** Returns one page of the inbox, newest first. Each segment is walked along an index and merged, so nothing is sorted. */
export function listNotifications(
  tables: Tables,
  filter: NotificationFilter,
  page: { limit: number; offset: number },
): NotificationRow[] {
  const parts = partsOf(filter, newestMark(tables));
  const start = skip(tables, parts, page.offset);
  return tables.all<NotificationRow>(
    `select * from {notifications} where sequence in
       (${
      parts.map(({ sql }) => `select sequence ${sql} and sequence < ?`).join(" union all ")
    } order by sequence desc limit ? offset ?) order by sequence desc`,
    ...parts.flatMap(({ values }) => [...values, start.before]),
    page.limit,
    start.offset,
  );
}

/** Rows along one index. */
type Part = { sql: string; values: SqlValue[] };

function partsOf(
  { state, scope, category, severity, resultsOf, folded, forAgents }: NotificationFilter,
  mark: number,
): Part[] {
  const categories = resultsOf !== undefined
    ? ["output" as const]
    : folded && !category
    ? NO_RESULTS
    : [category];
  const segments = SEGMENTS[state ?? "all"].flatMap((segment) =>
    (scope === "mine" ? [1] : [1, 0]).flatMap((mine) =>
      categories.map((category) => ({ ...segment, mine, category }))
    )
  );
  return segments.map(({ placement, side, mine, category }) => {
    const values: SqlValue[] = [];
    const clauses = [`mine = ${mine}`, `placement = '${placement}'`];
    const where = (clause: string, value: SqlValue) => {
      clauses.push(clause);
      values.push(value);
    };
    if (category) where("category = ?", category);
    if (resultsOf !== undefined) where("repository = ?", resultsOf);
    if (severity) where("severity = ?", severity);
    if (forAgents) clauses.push(FOR_AGENTS);
    if (side) where(side === "after" ? "sequence > ?" : "sequence <= ?", mark);
    return { sql: `from {notifications} where ${clauses.join(" and ")}`, values };
  });
}

/** So many rows are merged only to be left out. */
const MAX_MERGED = 500;

/**
 * Finds a sequence from which few of the rows to be left out are left, by halves: to count along an index costs far less than to
 * merge.
 */
function skip(tables: Tables, parts: readonly Part[], offset: number): { before: number; offset: number } {
  let [from, before] = [0, Number.MAX_SAFE_INTEGER];
  if (offset <= MAX_MERGED) return { before, offset };
  const counts = parts.map(({ sql }) => `select count(*) as n ${sql} and sequence >= ? and sequence < ?`);
  before = tables.get<{ after: number }>(
    "select coalesce(max(sequence), 0) + 1 as after from {notifications}",
  )!.after;
  while (offset > MAX_MERGED && before - from > 1) {
    const middle = Math.floor((from + before) / 2);
    const { n } = tables.get<{ n: number }>(
      `select sum(n) as n from (${counts.join(" union all ")})`,
      ...parts.flatMap(({ values }) => [...values, middle, before]),
    )!;
    if (n > offset) from = middle;
    else [before, offset] = [middle, offset - n];
  }
  return { before, offset };
}

/** Returns the id of the newest unseen notification about a subject of a run, or null. */
export function notificationAbout(tables: Tables, runId: string, subject: string): string | null {
  const row = tables.get<{ sequence: number }>(
    `select sequence from {notifications} where run_id = ? and subject = ? and placement <> 'deleted'
     order by sequence desc limit 1`,
    runId,
    subject,
  );
  return row ? notificationId(row.sequence) : null;
}

/** Returns how many warnings about stored data nobody has put away. */
export const countShownWarnings = (tables: Tables): number =>
  tables.get<{ n: number }>(
    `select count(*) as n from {notifications} where open = 1 and category = 'security'
     and subject = '${INTEGRITY}' and placement in ('new', 'reopened', 'read')`,
  )!.n;

/** Returns what still waits for someone, of one category. */
export function openNotifications(
  tables: Tables,
  category: NotificationCategory,
  page: { limit: number; newestFirst: boolean },
): NotificationRow[] {
  return tables.all<NotificationRow>(
    `select * from {notifications} where open = 1 and category = ? order by sequence ${
      page.newestFirst ? "desc" : "asc"
    } limit ?`,
    category,
    page.limit,
  );
}

/** Returns the operator's first unread notifications after a sequence, of some categories, oldest first. */
export function unreadAfter(
  tables: Tables,
  categories: readonly NotificationCategory[],
  after: number,
  limit: number,
): NotificationRow[] {
  if (categories.length === 0) return [];
  const parts = categories.map(() =>
    "select sequence from {notifications} where mine = 1 and placement = 'new' and category = ? and sequence > ?"
  );
  const from = Math.max(after, newestMark(tables));
  return tables.all<NotificationRow>(
    `select * from {notifications} where sequence in
       (${parts.join(" union all ")} order by sequence limit ?) order by sequence`,
    ...categories.flatMap((category) => [category, from]),
    limit,
  );
}

/** Returns the unread ones among some notifications. */
export function stillUnread(tables: Tables, sequences: readonly number[]): NotificationRow[] {
  const mark = newestMark(tables);
  return sequences.filter((sequence) => sequence > mark).flatMap((sequence) =>
    tables.all<NotificationRow>(
      "select * from {notifications} where sequence = ? and placement = 'new'",
      sequence,
    )
  );
}

/** Returns the notifications with the given sequences, in their order. */
export const rowsOf = (tables: Tables, sequences: readonly number[]): NotificationRow[] =>
  sequences.flatMap((sequence) =>
    tables.all<NotificationRow>("select * from {notifications} where sequence = ?", sequence)
  );
