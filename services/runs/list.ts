import {
  countRuns as countFound,
  findRuns,
  placeOf,
  runDirectories,
  type RunFilter,
} from "../../store/runs/list.ts";
import { runStream } from "../../store/runs/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import { matchOf } from "../kernel/search_terms.ts";
import { summariseRun } from "./read_model.ts";
import type { RunCounts, RunListQuery } from "./list_schemas.ts";
import type { RunSummary } from "./schemas.ts";

type Filter = Omit<RunListQuery, "limit" | "offset" | "after">;

/** Returns the runs that match the filter, newest first; archived ones only on request. */
export function listRuns(ctx: Ctx, { limit, offset, after, ...query }: RunListQuery): RunSummary[] {
  const { documents } = ctx.store;
  const before = after === undefined ? undefined : placeOf(documents, after);
  if (before === null) {
    throw new InvalidError(`after is "${after}", but there is no such run. Begin again with the first page.`);
  }
  const filter = filterOf(ctx, query);
  if (filter === null) return [];
  return findRuns(documents, { ...filter, before }, { limit, offset }).map((run) => summariseRun(ctx, run));
}

/** Returns how many runs match a filter in each state, and the directories to choose from. */
export function countRuns(ctx: Ctx, query: Omit<Filter, "status">): RunCounts {
  const { documents } = ctx.store;
  const filter = filterOf(ctx, query);
  const byStatus = filter ? countFound(documents, filter) : {};
  return {
    total: Object.values(byStatus).reduce((sum, n) => sum + n, 0),
    byStatus,
    repositories: runDirectories(documents, query.archived),
  };
}

/** Returns the filter of a query; null if nothing can match it. */
function filterOf({ store }: Ctx, { query = "", ...filter }: Filter): RunFilter | null {
  const typed = query.trim();
  if (typed === "") return filter;
  const number = /^#(\d{1,15})$/.exec(typed)?.[1];
  const id = number
    ? store.documents.idOfNumber(runStream, Number(number))
    : /^run_\w+$/.test(typed)
    ? typed
    : undefined;
  if (id !== undefined) return id === null ? null : { ...filter, id };
  const match = matchOf(typed);
  return match === null ? null : { ...filter, match };
}
