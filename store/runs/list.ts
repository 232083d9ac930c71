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
  workflowId?: string | undefined;
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
  const { from, values, place } = narrowed(filter, places);
  return tables.all<{ id: string }>(
    `select r.id from ${from} order by ${place} desc limit ? offset ?`,
    ...values,
    limit,
    offset,
  ).map(({ id }) => id);
}

/**
 * Returns the places of runs in the list that an FTS5 expression matches, in their order: by the request, by the directory or by the
 * reason of its end. Only the newest of those below a place, if it is given with how many.
 */
export function placesMatching(
  { tables }: DocumentReader,
  term: string,
  { below = Number.MAX_SAFE_INTEGER, most = -1 }: { below?: number; most?: number } = {},
): number[] {
  const newest = (table: string) =>
    `select * from (select rowid as place from ${table} where ${table} match ? and rowid < ? order by rowid desc limit ?)`;
  const found = tables.get<{ places: string }>(
    `select json_group_array(place) as places from (select place from (
       select place from (${newest("{search_words}")} union ${newest("{search_additions}")})
       order by place desc limit ?) order by place)`,
    `kind : "${kindWord("run")}" AND {title words context} : (${term})`,
    below,
    most,
    `words : (${term})`,
    below,
    most,
    most,
  );
  return JSON.parse(found!.places);
}

/** Returns the place of a run in the list, which it keeps; null if there is no such run. */
export const placeOf = ({ tables }: DocumentReader, id: string): number | null =>
  tables.get<{ sequence: number }>("select sequence from {run_list} where id = ?", id)?.sequence ?? null;

/**
 * Returns how many runs match the filter, by state. Only those of a workflow, and those that match words or an id, are counted one by
 * one.
 */
export function countRuns(
  documents: DocumentReader,
  filter: RunFilter,
  places?: readonly number[],
): Record<string, number> {
  const { id, before, workflowId } = filter;
  if ([id, before, workflowId, places].every((each) => each === undefined)) {
    return keptCounts(documents, filter);
  }
  const { from, values } = narrowed(filter, places);
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

/** Runs that match: what follows `from`, its values, and the column that has their places in order without sorting. */
type Narrowed = { from: string; values: SqlValue[]; place: string };

function narrowed(
  { id, status, repoPath, archived, workflowId, before }: RunFilter,
  places?: readonly number[],
): Narrowed {
  const clauses: string[] = ["true"];
  const values: SqlValue[] = places ? [JSON.stringify(places)] : [];
  const narrow = (clause: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    clauses.push(clause);
    values.push(value);
  };
  const { tables, place } = sources(places !== undefined, workflowId !== undefined);
  narrow("w.workflow_id = ?", workflowId);
  narrow("r.id = ?", id);
  narrow("r.archived = ?", archived === undefined ? undefined : archived ? 1 : 0);
  narrow("r.status = ?", status);
  narrow("r.repo_path = ?", repoPath);
  narrow(`${place} < ?`, before);
  return { from: `${tables} where ${clauses.join(" and ")}`, values, place };
}

/** The order of each join is fixed: an index on what many runs have in common would be read for each few places. */
function sources(hasPlaces: boolean, isOfWorkflow: boolean): { tables: string; place: string } {
  if (!hasPlaces && !isOfWorkflow) return { tables: "{run_list} r", place: "r.sequence" };
  const place = hasPlaces ? "place.value" : "w.sequence";
  const first = hasPlaces ? "json_each(?) place" : "{workflow_runs} w";
  const second = hasPlaces && isOfWorkflow ? `cross join {workflow_runs} w on w.sequence = ${place}` : "";
  return { tables: `${first} ${second} cross join {run_list} r on r.sequence = ${place}`, place };
}
