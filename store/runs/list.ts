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

/** Returns how many runs match the filter, by state. */
export function countRuns(documents: DocumentReader, filter: RunFilter): Record<string, number> {
  const [from, values] = narrowed(filter);
  const rows = documents.tables.all<{ status: string; n: number }>(
    `select r.status, count(*) as n from ${from} group by r.status order by r.status`,
    ...values,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

/** The directories that runs work in, by name. */
export const runDirectories = ({ tables }: DocumentReader, archived: boolean): string[] =>
  tables.all<{ repo_path: string }>(
    "select distinct repo_path from {run_list} where archived = ? order by repo_path limit 1000",
    archived ? 1 : 0,
  ).map((row) => row.repo_path);

function narrowed({ id, status, repoPath, archived, match }: RunFilter): [from: string, values: SqlValue[]] {
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
  const from = match === undefined
    ? "{run_list} r"
    : "{search_words} s cross join {run_list} r on r.sequence = s.rowid";
  return [`${from} where ${clauses.join(" and ")}`, values];
}
