import { knownCosts } from "../../../store/models/spend_rows.ts";
import { foldInTurns } from "../../../store/fold_when_idle.ts";
import { countRuns as countFound, findRunIds, placeOf, runDirectories } from "../../../store/runs/list.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { queryTermsOf } from "../../ground/kernel/search_terms.ts";
import { countMatching, findMatching, type Sought } from "./find.ts";
import { summariseRun } from "./read_model.ts";
import type { RunCounts, RunListQuery } from "./list_schemas.ts";
import type { RunSummary } from "./schemas.ts";

type Filter = Omit<RunListQuery, "limit" | "offset" | "after">;

/** Returns the runs that match the filter, newest first; archived ones only on request. */
export async function listRuns(
  ctx: Ctx,
  { limit, offset, after, ...query }: RunListQuery,
): Promise<RunSummary[]> {
  const { documents } = ctx.store;
  const before = after === undefined ? undefined : placeOf(documents, after);
  if (before === null) {
    throw new InvalidError(`after is "${after}", but there is no such run. Begin again with the first page.`);
  }
  if (query.workflowId !== undefined) await foldInTurns(ctx.store);
  const sought = soughtBy(ctx, query);
  if (sought === null) return [];
  const filter = { ...sought.filter, before };
  const ids =
    await (sought.terms.length > 0
      ? findMatching(ctx, { ...sought, filter }, { limit, offset })
      : findRunIds(documents, filter, { limit, offset }));
  const costs = knownCosts(documents, ids);
  return ids.flatMap((id) => documents.get(runStream, id) ?? []).map((run) => ({
    ...summariseRun(ctx, run),
    costUsd: costs.get(run.id) ?? null,
  }));
}

/** Returns how many runs match a filter in each state, and the directories to choose from. */
export async function countRuns(ctx: Ctx, query: Omit<Filter, "status">): Promise<RunCounts> {
  const { documents } = ctx.store;
  if (query.workflowId !== undefined) await foldInTurns(ctx.store);
  const sought = soughtBy(ctx, query);
  const byStatus = sought === null
    ? {}
    : await (sought.terms.length > 0 ? countMatching(ctx, sought) : countFound(documents, sought.filter));
  return {
    total: Object.values(byStatus).reduce((sum, n) => sum + n, 0),
    byStatus,
    repositories: runDirectories(documents, query.archived),
  };
}

/** Returns what a query looks for; null if nothing can match it. */
function soughtBy({ store }: Ctx, { query = "", ...filter }: Filter): Sought | null {
  const typed = query.trim();
  if (typed === "") return { filter, terms: [] };
  const number = /^#(\d{1,15})$/.exec(typed)?.[1];
  const id = number
    ? store.documents.idOfNumber(runStream, Number(number))
    : /^run_\w+$/.test(typed)
    ? typed
    : undefined;
  if (id !== undefined) return id === null ? null : { filter: { ...filter, id }, terms: [] };
  const terms = queryTermsOf(typed);
  return terms.length === 0 ? null : { filter, terms };
}
