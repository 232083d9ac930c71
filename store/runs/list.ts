import type { DocumentReader } from "../documents.ts";
import { kindWord } from "../search/texts.ts";
import { runStream } from "./stream.ts";
import type { RunDocument, RunStatus } from "./document.ts";
import type { SqlValue } from "../database.ts";

/** The filters of a list of runs. */
export type RunFilter = {
  id?: string | undefined;
  status?: RunStatus | undefined;
  repoPath?: string | undefined;
  archived?: boolean | undefined;
  /** Only runs that were created before this place in the list. */
  before?: number | undefined;
};

/** Runs that match words are looked for from one place in the list to before another: the index reads all of a word. */
export type RunMatch = {
  /** FTS5 expressions that must all match, each in the request, in the directory or in the reason of its end. */
  terms: readonly string[];
  from: number;
  before: number;
};

/** Returns the runs that match the filter, newest first. */
export const findRuns = (
  documents: DocumentReader,
  filter: RunFilter,
  page: { limit: number; offset: number },
): RunDocument[] => findRunIds(documents, filter, page).flatMap((id) => documents.get(runStream, id) ?? []);

/** Returns their ids. */
export function findRunIds(
  { tables }: DocumentReader,
  filter: RunFilter,
  { limit, offset }: { limit: number; offset: number },
  match?: RunMatch,
): string[] {
  const [from, values] = narrowed(filter, match);
  return tables.all<{ id: string }>(
    `select r.id from ${from} order by r.sequence desc limit ? offset ?`,
    ...values,
    limit,
    offset,
  ).map(({ id }) => id);
}

/** Returns the place after that of the newest run. */
export const endOfList = ({ tables }: DocumentReader): number =>
  (tables.get<{ newest: number | null }>("select max(sequence) as newest from {run_list}")?.newest ?? 0) + 1;

/** Returns the place of a run in the list, which it keeps; null if there is no such run. */
export const placeOf = ({ tables }: DocumentReader, id: string): number | null =>
  tables.get<{ sequence: number }>("select sequence from {run_list} where id = ?", id)?.sequence ?? null;

/** Returns how many runs match the filter, by state. Only those that match words or an id are counted one by one. */
export function countRuns(
  documents: DocumentReader,
  filter: RunFilter,
  match?: RunMatch,
): Record<string, number> {
  const { id, before } = filter;
  if (id === undefined && before === undefined && match === undefined) return keptCounts(documents, filter);
  const [from, values] = narrowed(filter, match);
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
  { id, status, repoPath, archived, before }: RunFilter,
  match?: RunMatch,
): [from: string, values: SqlValue[]] {
  const clauses: string[] = ["true"];
  const values: SqlValue[] = [];
  const narrow = (clause: string, ...given: (SqlValue | undefined)[]) => {
    const known = given.filter((value) => value !== undefined);
    if (known.length === 0) return;
    clauses.push(clause);
    values.push(...known);
  };
  narrow("r.id = ?", id);
  narrow("r.archived = ?", archived === undefined ? undefined : archived ? 1 : 0);
  narrow("r.status = ?", status);
  narrow("r.repo_path = ?", repoPath);
  narrow("r.sequence < ?", before);
  if (match) narrow("r.sequence >= ? and r.sequence < ?", match.from, match.before);
  for (const term of match?.terms ?? []) {
    const window = [match!.from, match!.before];
    const ofRun = `kind : "${kindWord("run")}" AND {title words context} : (${term})`;
    narrow(MATCHES, ofRun, ...window, `words : (${term})`, ...window);
  }
  return [`{run_list} r where ${clauses.join(" and ")}`, values];
}

const MATCHES = `r.sequence in (
  select rowid from {search_words} where {search_words} match ? and rowid >= ? and rowid < ? union all
  select rowid from {search_additions} where {search_additions} match ? and rowid >= ? and rowid < ?)`;
