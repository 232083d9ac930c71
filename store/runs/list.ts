import type { DocumentReader } from "../documents.ts";
import { kindWord } from "../search/texts.ts";
import { runStream } from "./stream.ts";
import type { RunDocument, RunStatus } from "./document.ts";
import type { SqlValue } from "../database.ts";

/** The filters of a list of runs; `match` is an FTS5 expression. */
export type RunFilter = {
  id?: string | undefined;
  status?: RunStatus | undefined;
  repoPath?: string | undefined;
  archived?: boolean | undefined;
  /** Only runs that were created before this place in the list. */
  before?: number | undefined;
  match?: string | undefined;
};

/** Returns the runs that match the filter, newest first. */
export function findRuns(
  documents: DocumentReader,
  filter: RunFilter,
  { limit, offset }: { limit: number; offset: number },
): RunDocument[] {
  const [from, values] = narrowed(filter);
  return documents.tables.all<{ id: string }>(
    `select r.id from ${from} order by ${
      filter.match === undefined ? "r.sequence" : "s.rowid"
    } desc limit ? offset ?`,
    ...values,
    limit,
    offset,
  ).flatMap(({ id }) => documents.get(runStream, id) ?? []);
}

/** Returns the place of a run in the list, which it keeps; null if there is no such run. */
export const placeOf = ({ tables }: DocumentReader, id: string): number | null =>
  tables.get<{ sequence: number }>("select sequence from {run_list} where id = ?", id)?.sequence ?? null;

/** Returns how many runs match the filter, by state. Only those that match words or an id are counted one by one. */
export function countRuns(documents: DocumentReader, filter: RunFilter): Record<string, number> {
  const { id, before, match } = filter;
  if (id === undefined && before === undefined && match === undefined) return keptCounts(documents, filter);
  const [from, values] = narrowed(filter);
  const rows = documents.tables.all<{ status: string; n: number }>(
    `select r.status, count(*) as n from ${from} group by r.status order by r.status`,
    ...values,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

function keptCounts(
  { tables }: DocumentReader,
  { status, repoPath, archived }: RunFilter,
): Record<string, number> {
  const narrow = {
    status,
    repo_path: repoPath,
    archived: archived === undefined ? undefined : Number(archived),
  };
  const given = Object.entries(narrow).filter((each): each is [string, string | number] =>
    each[1] !== undefined
  );
  const rows = tables.all<{ status: string; n: number }>(
    `select status, sum(n) as n from {run_counts} where ${
      ["true", ...given.map(([column]) => `${column} = ?`)].join(" and ")
    } group by status order by status`,
    ...given.map(([, value]) => value),
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}

/** The directories that runs work in, by name. */
export const runDirectories = ({ tables }: DocumentReader, archived: boolean): string[] =>
  tables.all<{ repo_path: string }>(
    "select distinct repo_path from {run_counts} where archived = ? order by repo_path limit 1000",
    archived ? 1 : 0,
  ).map((row) => row.repo_path);

function narrowed(
  { id, status, repoPath, archived, before, match }: RunFilter,
): [from: string, values: SqlValue[]] {
  const clauses: string[] = ["true"];
  const values: SqlValue[] = [];
  const narrow = (clause: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    clauses.push(clause);
    values.push(value);
  };
  if (match !== undefined) {
    narrow("{search_words} match ?", `kind : "${kindWord("run")}" AND {title words context} : (${match})`);
  }
  narrow("r.id = ?", id);
  narrow("r.archived = ?", archived === undefined ? undefined : archived ? 1 : 0);
  narrow("r.status = ?", status);
  narrow("r.repo_path = ?", repoPath);
  narrow("r.sequence < ?", before);
  const from = match === undefined
    ? "{run_list} r"
    : "{search_words} s cross join {run_list} r on r.sequence = s.rowid";
  return [`${from} where ${clauses.join(" and ")}`, values];
}
