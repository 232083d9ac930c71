import { faultOfSearch, mendSearch, missingInSearch } from "../../../store/planner/search_index.ts";
import { seqOfRow } from "../../../store/planner/row_at.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { PlannerRetrievalStatus } from "./search_schemas.ts";
import { sourcesOf } from "../planner_settings/settings.ts";

/** What to do in each state. */
const HOW_TO: Readonly<Record<PlannerRetrievalStatus["state"], string>> = {
  not_configured: "There is nothing to search: add a source in the planner's settings, or a task.",
  ready: "The index is part of this service's database. There is nothing to set up.",
  stale: "Some events or tasks are not found. Start the index to add them.",
  failed: "The index is damaged, so searches fail. Start the index to build it again.",
};

const ITEMS_INDEXED =
  "select count(*) as n from {planner_items} i join {planner_search_content} s on s.id = i.row";

/**
 * Returns the state of the search index. It is updated in the transaction of each change, so it is behind only after damage,
 * for which this looks.
 */
export function retrievalStatus(ctx: Ctx): PlannerRetrievalStatus {
  const { tables } = ctx.store.projector;
  const count = (sql: string) => tables.get<{ n: number }>(sql)!.n;
  const lastError = faultOfSearch(tables);
  const missing = lastError === null ? missingInSearch(tables) : [];
  const indexed = {
    events: count(`${ITEMS_INDEXED} where item_type = 'event'`),
    notes: count(`${ITEMS_INDEXED} where item_type = 'note'`),
    tasks: count(
      "select count(*) as n from {planner_tasks} t join {planner_search_content} s on s.id = t.row",
    ),
  };
  const waiting = missing.length;
  const isConfigured = waiting + indexed.events + indexed.notes + indexed.tasks > 0 ||
    sourcesOf(ctx).length > 0;
  const state = lastError !== null
    ? "failed"
    : waiting > 0
    ? "stale"
    : isConfigured
    ? "ready"
    : "not_configured";
  const { head } = ctx.store;
  const indexSequence = missing[0] === undefined ? head : seqOfRow(missing[0].row) - 1;
  return {
    backend: isConfigured ? "fts5" : "none",
    state,
    configured: isConfigured,
    indexed,
    waiting,
    indexSequence,
    behind: head - indexSequence,
    builtAt: changedAt(ctx),
    sizeBytes: count("select coalesce(sum(length(block)), 0) as n from {planner_search_data}"),
    lastError,
    howTo: HOW_TO[state],
  };
}

/** Builds the index again if it is damaged or behind, and optimizes it. */
export function startRetrieval(ctx: Ctx): PlannerRetrievalStatus {
  const { state } = retrievalStatus(ctx);
  ctx.write(() => {
    const { tables } = ctx.store.projector;
    if (state === "failed" || state === "stale") mendSearch(tables);
    tables.run("insert into {planner_search} ({planner_search}) values ('optimize')");
  });
  return retrievalStatus(ctx);
}

const changedAt = ({ store: { projector: { tables } } }: Ctx): string | null =>
  tables.get<{ at: string | null }>(
    "select max(at) as at from (select max(changed_at) as at from {planner_items} union all select max(updated_at) from {planner_tasks})",
  )!.at;
