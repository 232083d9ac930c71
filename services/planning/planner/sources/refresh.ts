import { NO_COUNTS, plannerSourceStream, type RefreshEnd } from "../../../../store/planner/source_stream.ts";
import { contextFor, type Core, type Ctx, record } from "../../../ground/kernel/context.ts";
import { explainError, NotFoundError, UnavailableError } from "../../../ground/kernel/errors.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { limitTurns } from "../../../ground/kernel/turns.ts";
import { type ConfiguredSource, sourceOf } from "../../planner_settings/settings.ts";
import { AuthRequiredError, SourceChangedError } from "../../calendars/content.ts";
import { importItems, newImport } from "../items/import.ts";
import { parseContent, readCalendarSource } from "../../calendars/read_source.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { windowAt } from "../../dates/window.ts";

/** How to refresh: `full` reads everything, and also removes more than half of the items. */
type RefreshOrder = { refreshId: string; full: boolean; trigger: "manual" | "interval" };

/** A refresh that may be stopped, and that says when it has begun. */
type Refreshing = RefreshOrder & { signal: AbortSignal; begun: () => void };

const MAX_ERRORS = 50;
/** How many entries of all sources the planner keeps. */
const MAX_ARTIFACTS = 200_000;
const MAX_RETRY_MINUTES = 60;
/** How often a refresh is begun again because its source was written to meanwhile. */
const MAX_ATTEMPTS = 3;

/** One source is imported after the other: each lets requests go first, so that many at once would make them wait long. */
const takeTurn = limitTurns(1);

/** Records that a refresh waits for its turn. */
export async function queueRefresh(service: Core, sourceId: string, order: RefreshOrder): Promise<void> {
  const { ctx, mode } = beginningOf(service, sourceId, order);
  const { refreshId, trigger } = order;
  await ctx.store.commit(() =>
    record(ctx, plannerSourceStream, sourceId, [
      { type: "planner.refresh_queued", data: { refreshId, mode, trigger } },
    ])
  );
}

/** Returns what a refresh would begin with now. */
function beginningOf<Service extends Core>(
  service: Service,
  sourceId: string,
  { trigger, full }: RefreshOrder,
) {
  const ctx = contextFor(service, trigger === "manual" ? "operator" : "system");
  const source = sourceOf(ctx, sourceId);
  if (!source) throw new NotFoundError("planner source", sourceId);
  const sync = full || source.sync?.expandedAt !== windowAt(ctx.now()).name ? null : source.sync;
  const mode: "full" | "incremental" = sync === null ? "full" : "incremental";
  return { ctx, source, sync, mode };
}

/** Refreshes a source, and resolves once its end is on disk. Does not reject for the source's failures. */
export async function refreshSource(
  service: Core & SourceLive,
  sourceId: string,
  order: Refreshing,
): Promise<void> {
  const { ctx, source, sync, mode } = beginningOf(service, sourceId, order);
  const { refreshId, trigger } = order;
  await ctx.store.commit(() =>
    record(ctx, plannerSourceStream, sourceId, [
      { type: "planner.refresh_started", data: { refreshId, mode, trigger } },
    ])
  );
  order.begun();
  const end = await ending(() => work(ctx, { source, refreshId, order, sync }), ctx, source);
  await ctx.store.commit(() => {
    const now = ctx.store.documents.get(plannerSourceStream, sourceId);
    if (now?.refreshing?.refreshId !== refreshId) return;
    record(ctx, plannerSourceStream, sourceId, [
      { type: "planner.refresh_finished", data: { refreshId, ...end } },
    ]);
  });
}

type Work = {
  source: ConfiguredSource;
  refreshId: string;
  order: Refreshing;
  sync: ConfiguredSource["sync"];
};

async function work(ctx: Ctx<SourceLive>, { source, refreshId, order, sync }: Work): Promise<RefreshEnd> {
  const window = windowAt(ctx.now());
  const refresh = {
    ...newImport(ctx, source, refreshId),
    evenMassRemoval: order.full,
    most: MAX_ARTIFACTS,
  };
  const content = await readCalendarSource(ctx, source, { sync, signal: order.signal });
  if (content === null) return endOf({ status: "completed" });
  const parsed = await parseContent(source, content.texts, window, order.signal);
  const errors = [...content.errors, ...parsed.errors];
  const [broken] = parsed.broken;
  if (broken !== undefined && content.full && content.texts.length === 1) {
    throw new UnavailableError("The calendar is incomplete. Nothing was imported.");
  }
  using _turn = await takeTurn();
  order.signal.throwIfAborted();
  const invalid = parsed.invalid + content.errors.length;
  const { counts, held, left } = await importItems(ctx, refresh, content, { ...parsed, invalid });
  if (left > 0) errors.unshift({ ref: source.id, reason: noRoom(left) });
  return endOf({
    status: held !== null ? "held" : errors.length > 0 ? "partial" : "completed",
    counts,
    errors: errors.slice(0, MAX_ERRORS),
    heldRemovals: held,
    // What was held back, or had no room, has to be read again, so nothing counts as read.
    sync: held === null && left === 0 ? { ...content.sync, expandedAt: window.name } : null,
    collections: content.collections,
    resyncReason: content.resyncReason,
  });
}

const noRoom = (left: number): string =>
  `${
    counted(left, "new entry", "new entries")
  } had no room: the planner keeps at most ${MAX_ARTIFACTS}. Remove a source, or name fewer calendars of it.`;

/** Returns how a refresh ended, of which only some is said. */
export const endOf = (end: Partial<RefreshEnd> & Pick<RefreshEnd, "status">): RefreshEnd => ({
  counts: NO_COUNTS,
  errors: [],
  resyncReason: null,
  retryAt: null,
  authRequired: false,
  heldRemovals: null,
  sync: null,
  collections: null,
  ...end,
});

/** Returns how a refresh ended, whatever happens. It is begun again if something newer was written to the source meanwhile. */
async function ending(
  work: () => Promise<RefreshEnd>,
  ctx: Ctx,
  source: ConfiguredSource,
): Promise<RefreshEnd> {
  const config = JSON.stringify(source.config);
  const isSame = () => JSON.stringify(sourceOf(ctx, source.id)?.config) === config;
  for (let attempt = 1;; attempt++) {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof SourceChangedError && attempt < MAX_ATTEMPTS && isSame()) continue;
      return failed(cause, ctx, source);
    }
  }
}

function failed(cause: unknown, ctx: Ctx, source: ConfiguredSource): RefreshEnd {
  const known = cause instanceof AuthRequiredError ? cause : explainError(cause)?.error;
  if (!known) ctx.log.error(`The source ${source.id} of the planner could not be refreshed`, cause);
  const reason = known?.message ?? "The refresh failed unexpectedly. See this service's log.";
  const errors = [{ ref: source.id, reason }];
  // The data belongs to the earlier settings, so the source is read again at once.
  if (cause instanceof SourceChangedError) {
    return endOf({ status: "skipped", errors, retryAt: ctx.now().toISOString() });
  }
  const minutes = Math.min(MAX_RETRY_MINUTES, 2 ** source.consecutiveFailures);
  const authRequired = cause instanceof AuthRequiredError;
  const retryAt = authRequired ? null : new Date(ctx.now().getTime() + minutes * 60_000).toISOString();
  return endOf({ status: "failed", errors, authRequired, retryAt });
}
