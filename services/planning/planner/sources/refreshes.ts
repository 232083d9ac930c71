import { NO_COUNTS } from "../../../../store/planner/source_stream.ts";
import type { RefreshRow } from "../../../../store/planner/view.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";
import type { PlannerRefreshesQuery, PlannerRefreshRun } from "./schemas.ts";
import { sourceOf, sourcesOf } from "../../planner_settings/settings.ts";
import { readJson } from "../../../../store/json_text.ts";

/** Returns the history of refreshes, newest first. Throws `NotFoundError` for an unknown source. */
export function listRefreshes(
  ctx: Pick<Core, "store">,
  { source, status, limit, offset }: PlannerRefreshesQuery,
): PlannerRefreshRun[] {
  const accounts = new Map(sourcesOf(ctx).map(({ id, config }) => [id, config.accountId]));
  if (source !== undefined && !accounts.has(source)) throw new NotFoundError("planner source", source);
  const rows = ctx.store.projector.tables.all<RefreshRow>(
    `select * from {planner_refreshes} where (?1 is null or source_id = ?1)
     and (?2 is null or coalesce(json_extract(body, '$.status'), iif(started_at = '', 'queued', 'running')) = ?2)
     order by sequence desc limit ?3 offset ?4`,
    source ?? null,
    status ?? null,
    limit,
    offset,
  );
  return rows.map((row) => showRefresh(row, accounts.get(row.source_id) ?? null));
}

/** Returns the row of a refresh; none if its source was removed. */
export function refreshOf(ctx: Pick<Core, "store">, id: string): PlannerRefreshRun[] {
  const row = ctx.store.projector.tables.get<RefreshRow>(
    "select * from {planner_refreshes} where id = ?",
    id,
  );
  return row ? [showRefresh(row, sourceOf(ctx, row.source_id)?.config.accountId ?? null)] : [];
}

function showRefresh(row: RefreshRow, accountId: string | null): PlannerRefreshRun {
  const end = row.body === null ? null : readJson(row.body);
  return {
    id: row.id,
    source: row.source_id,
    accountId,
    status: end?.status ?? (row.started_at === "" ? "queued" : "running"),
    mode: row.mode,
    trigger: row.trigger,
    startedAt: row.started_at || null,
    finishedAt: row.finished_at,
    counts: end?.counts ?? NO_COUNTS,
    errors: end?.errors ?? [],
    resyncReason: end?.resyncReason ?? null,
    retryAt: end?.retryAt ?? null,
  };
}
