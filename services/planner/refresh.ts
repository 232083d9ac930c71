import type { RefreshRow } from "../../store/planner/view.ts";
import type { RefreshEnd } from "../../store/planner/source_stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { InvalidError, NotFoundError } from "../kernel/errors.ts";
import { type Made, made } from "../kernel/made.ts";
import type { PlannerRefreshInput, PlannerRefreshRun } from "./schemas.ts";
import { type ConfiguredSource, sourcesOf } from "./settings.ts";
import type { RefresherLive } from "./sources/refresher.ts";

const MAX_WAIT_MILLISECONDS = 20_000;
const NOTHING = { seen: 0, added: 0, changed: 0, removed: 0, unchanged: 0, invalid: 0 };

/**
 * Refreshes sources: those that are named, else all that are enabled. The answer has one row for each, which tells how it ended
 * or, without `wait` or after 20 seconds, that it goes on. What a source does wrong is in its row and is no error.
 */
export async function startRefresh(
  ctx: Ctx<RefresherLive>,
  input: PlannerRefreshInput,
): Promise<() => Made<PlannerRefreshRun[]>> {
  const sources = meant(ctx, input);
  const work = Promise.all(
    sources.map(({ id }) =>
      ctx.planner.refresh(id, { full: input.full, trigger: "manual" }).catch((cause) =>
        ctx.log.error(`The source ${id} of the planner could not be refreshed`, cause)
      )
    ),
  );
  const patience = new AbortController();
  const limit = input.wait
    ? ctx.pause(MAX_WAIT_MILLISECONDS, patience.signal).catch(() => {})
    : begun(ctx, sources);
  await Promise.race([work, limit]);
  patience.abort();
  return () => made(sources.flatMap(({ id }) => latest(ctx, id) ?? []));
}

function meant(ctx: Ctx, { sources, accountId }: PlannerRefreshInput): ConfiguredSource[] {
  const all = sourcesOf(ctx);
  for (const id of sources ?? []) {
    const source = all.find((each) => each.id === id);
    if (!source) throw new NotFoundError("planner source", id);
    if (!source.config.enabled) {
      throw new InvalidError(`The source "${id}" is disabled. Enable it in the settings first.`);
    }
  }
  return all.filter(({ id, config }) =>
    config.enabled && (sources === undefined || sources.includes(id)) &&
    (accountId === undefined || config.accountId === accountId)
  );
}

/** Resolves when each source says that its refresh has begun. */
async function begun(ctx: Ctx, sources: readonly ConfiguredSource[]): Promise<void> {
  const isUnderWay = ({ id, lastAttemptAt }: ConfiguredSource) => {
    const now = sourcesOf(ctx).find((each) => each.id === id);
    return !now || now.refreshing !== null || now.lastAttemptAt !== lastAttemptAt;
  };
  if (sources.every(isUnderWay)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = ctx.store.subscribe(() => sources.every(isUnderWay) && resolve());
  if (sources.every(isUnderWay)) resolve();
  await promise.finally(unsubscribe);
}

function latest(ctx: Ctx, sourceId: string): PlannerRefreshRun | null {
  const row = ctx.store.projector.tables.get<RefreshRow>(
    "select * from {planner_refreshes} where source_id = ? order by sequence desc limit 1",
    sourceId,
  );
  if (!row) return null;
  const end = row.body === null ? null : JSON.parse(row.body) as RefreshEnd;
  return {
    id: row.id,
    source: row.source_id,
    accountId: sourcesOf(ctx).find(({ id }) => id === sourceId)?.config.accountId ?? null,
    status: end?.status ?? "running",
    mode: row.mode,
    trigger: row.trigger,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    counts: end?.counts ?? NOTHING,
    errors: end?.errors ?? [],
    resyncReason: end?.resyncReason ?? null,
    retryAt: end?.retryAt ?? null,
  };
}
