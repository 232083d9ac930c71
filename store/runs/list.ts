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

/** Returns the runs that match the filter, newest first. */
export const findRuns = (
  documents: DocumentReader,
  filter: RunFilter,
  page: { limit: number; offset: number },
): RunDocument[] => findRunIds(documents, filter, page).flatMap((id) => documents.get(runStream, id) ?? []);

/** Returns their ids; of those at the given places only, if there are some. */
export function findRunIds(
  { tables }: DocumentReader,
  filter: RunFilter,
  { limit, offset }: { limit: number; offset: number },
  places?: readonly number[],
): string[] {
  const [from, values] = narrowed(filter, places);
  return tables.all<{ id: string }>(
    `select r.id from ${from} order by r.sequence desc limit ? offset ?`,
    ...values,
    limit,
    offset,
  ).map(({ id }) => id);
}

/**
 * Returns the places of runs in the list that an FTS5 expression matches, in their order: by the request, by the directory or by the
 * reason of its end.
 */
export function placesMatching({ tables }: DocumentReader, term: string): number[] {
  const found = tables.get<{ places: string }>(
    `select json_group_array(place) as places from (
       select rowid as place from {search_words} where {search_words} match ? union
       select rowid from {search_additions} where {search_additions} match ? order by 1)`,
    `kind : "${kindWord("run")}" AND {title words context} : (${term})`,
    `words : (${term})`,
  );
  return JSON.parse(found!.places);
}

/** Returns the place of a run in the list, which it keeps; null if there is no such run. */
export const placeOf = ({ tables }: DocumentReader, id: string): number | null =>
  tables.get<{ sequence: number }>("select sequence from {run_list} where id = ?", id)?.sequence ?? null;

/** Returns how many runs match the filter, by state. Only those that match words or an id are counted one by one. */
export function countRuns(
  documents: DocumentReader,
  filter: RunFilter,
  places?: readonly number[],
): Record<string, number> {
  const { id, before } = filter;
  if (id === undefined && before === undefined && places === undefined) return keptCounts(documents, filter);
  const [from, values] = narrowed(filter, places);
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
  places?: readonly number[],
): [from: string, values: SqlValue[]] {
  const clauses: string[] = ["true"];
  const values: SqlValue[] = places ? [JSON.stringify(places)] : [];
  const narrow = (clause: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    clauses.push(clause);
    values.push(value);
  };
  narrow("r.id = ?", id);
  narrow("r.archived = ?", archived === undefined ? undefined : archived ? 1 : 0);
  narrow("r.status = ?", status);
  narrow("r.repo_path = ?", repoPath);
  narrow("r.sequence < ?", before);
  // The order of this join is fixed: an index on what many runs have in common would be read for each few places.
  const from = places
    ? "json_each(?) place cross join {run_list} r on r.sequence = place.value"
    : "{run_list} r";
  return [`${from} where ${clauses.join(" and ")}`, values];
}
