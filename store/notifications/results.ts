import type { Tables } from "../view.ts";
import type { NotificationState } from "./state.ts";
import type { NotificationRow } from "./tables.ts";

/** Whose notifications: `mine` are those that need the operator or that they follow. */
export type ResultScope = "mine" | "all";

/** The results of one repository that are in the inbox. */
type ResultsRow = { repository: string; unread: number; read: number; newest: number };

type Result = Pick<NotificationRow, "sequence" | "category" | "repository" | "mine">;
type State = NotificationState | null;

const isShown = (state: State): state is "unread" | "read" => state === "unread" || state === "read";

/** Updates a repository's totals when one of its results changes state; null means none. */
export function countResult(tables: Tables, row: Result, before: State, after: State): void {
  if (row.category !== "output") return;
  for (const scope of row.mine === 1 ? ["mine", "all"] as const : ["all"] as const) {
    if (isShown(before)) add(tables, scope, row, before, -1);
    if (isShown(after)) add(tables, scope, row, after, 1);
    if (isShown(before) !== isShown(after)) setNewest(tables, scope, row.repository);
  }
}

function add(
  tables: Tables,
  scope: ResultScope,
  row: Result,
  state: "unread" | "read",
  change: 1 | -1,
): void {
  tables.run(
    `insert into {notification_results} (scope, repository, unread, read, newest) values (?, ?, ?, ?, ?)
     on conflict (scope, repository) do update set ${state} = ${state} + ?`,
    scope,
    row.repository,
    state === "unread" ? 1 : 0,
    state === "read" ? 1 : 0,
    row.sequence,
    change,
  );
}

/** Finds the newest remaining result along an index; a repository without results has no row. */
function setNewest(tables: Tables, scope: ResultScope, repository: string): void {
  const placements = ["new", "reopened", "read"].flatMap((placement) =>
    (scope === "mine" ? [1] : [0, 1]).map((mine) =>
      `select * from (select sequence from {notifications} where mine = ${mine} and category = 'output'
       and repository = ? and placement = '${placement}' order by sequence desc limit 1)`
    )
  );
  tables.run(
    `update {notification_results} set newest = coalesce((select max(sequence) from (${
      placements.join(" union all ")
    })), 0) where scope = ? and repository = ?`,
    ...placements.map(() => repository),
    scope,
    repository,
  );
  tables.run(
    "delete from {notification_results} where scope = ? and repository = ? and unread = 0 and read = 0",
    scope,
    repository,
  );
}

/** Counts all unread results as read: one row for each repository. */
export function countResultsRead(tables: Tables): void {
  tables.run("update {notification_results} set read = read + unread, unread = 0 where unread > 0");
}

/** Returns the repositories with results in the inbox, newest result first, before a sequence. */
export const listResults = (
  tables: Tables,
  scope: ResultScope,
  page: { before: number; limit: number },
): ResultsRow[] =>
  tables.all<ResultsRow>(
    `select repository, unread, read, newest from {notification_results} where scope = ? and newest < ?
     order by newest desc limit ?`,
    scope,
    page.before,
    page.limit,
  );

/** Returns the results of one repository that are in the inbox, the oldest first. */
export const shownResults = (
  tables: Tables,
  { repoPath, scope }: { repoPath: string; scope: ResultScope },
): NotificationRow[] =>
  tables.all<NotificationRow>(
    `select * from {notifications} where mine in (${scope === "mine" ? "1" : "0, 1"}) and category = 'output'
     and repository = ? and placement in ('new', 'reopened', 'read') order by sequence`,
    repoPath,
  );

/** Returns how many results of one repository are in the inbox. */
export const countResultsOf = (
  tables: Tables,
  { repoPath, scope }: { repoPath: string; scope: ResultScope },
): number =>
  tables.get<{ n: number }>(
    "select unread + read as n from {notification_results} where scope = ? and repository = ?",
    scope,
    repoPath,
  )?.n ?? 0;

/** Returns how many repositories have results in the inbox, and how many results those are. */
export const resultTotals = (tables: Tables, scope: ResultScope): { repositories: number; results: number } =>
  tables.get<{ repositories: number; results: number }>(
    `select count(*) as repositories, coalesce(sum(unread + read), 0) as results from {notification_results}
     where scope = ?`,
    scope,
  )!;
