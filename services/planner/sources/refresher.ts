import { plannerSourceStream, type RefreshEnd } from "../../../store/planner/source_stream.ts";
import { contextFor, type Core, record } from "../../kernel/context.ts";
import { type ConfiguredSource, settingsOf, sourcesOf } from "../settings.ts";
import { connectedAgainAt } from "./google/account.ts";
import type { SourceLive } from "./live.ts";
import { expandLocal } from "../actions/local_place.ts";
import { windowAt } from "./window.ts";
import { refreshSource } from "./refresh.ts";

/** What a verb needs that refreshes sources. */
export type RefresherLive = { planner: Refresher };

const MAX_AT_ONCE = 4;
const MINUTE = 60_000;

/** Refreshes sources: one refresh at a time of each, whoever asks. */
export class Refresher {
  readonly #underWay = new Map<string, Promise<string>>();
  readonly #stopping = new AbortController();
  #expanded: string | null = null;

  constructor(readonly service: Core & SourceLive) {}

  /** Refreshes a source, or waits for the refresh that is under way. Resolves with the id of its row. */
  refresh(sourceId: string, how: { full: boolean; trigger: "manual" | "interval" }): Promise<string> {
    const known = this.#underWay.get(sourceId);
    if (known && !how.full) return known;
    const after = known ?? Promise.resolve();
    const work = after.catch(() => {}).then(() =>
      refreshSource(this.service, sourceId, { ...how, signal: this.#stopping.signal })
    );
    this.#underWay.set(sourceId, work);
    const done = () => void (this.#underWay.get(sourceId) === work && this.#underWay.delete(sourceId));
    work.then(done, done);
    return work;
  }

  /** Refreshes all that is due by its interval, at most four at once. */
  async refreshDue(): Promise<void> {
    const now = this.service.now().getTime();
    const due = sourcesOf(this.service).filter((source) => {
      const at = nextRefreshAt(this.service, source);
      return at !== null && at.getTime() <= now;
    }).slice(0, MAX_AT_ONCE);
    await Promise.all(due.map(({ id }) => this.refresh(id, { full: false, trigger: "interval" })));
  }

  /** Computes when the events of the local calendar occur, once for each window of known occurrences. */
  async expandLocal(): Promise<void> {
    const { name } = windowAt(this.service.now());
    if (this.#expanded === name) return;
    await expandLocal(contextFor(this.service, "system"), this.#stopping.signal);
    this.#expanded = name;
  }

  /** Ends what is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#underWay.values());
  }
}

/** When a source is refreshed next by itself; null where it is not. */
export function nextRefreshAt(service: Core, source: ConfiguredSource): Date | null {
  const { refreshIntervalMinutes } = settingsOf(service);
  const { config: { enabled }, authRequired, refreshing, retryAt, lastAttemptAt } = source;
  if (!enabled || refreshing || refreshIntervalMinutes === 0) return null;
  if (authRequired) return connectedAgainAt(service, source);
  if (retryAt !== null) return new Date(retryAt);
  if (lastAttemptAt === null) return service.startedAt;
  return new Date(Date.parse(lastAttemptAt) + Math.max(1, refreshIntervalMinutes) * MINUTE);
}

/** The earliest moment at which a source is due; null where none is. */
export function nextDue(service: Core): Date | null {
  const moments = sourcesOf(service).flatMap((source) => nextRefreshAt(service, source) ?? []);
  return moments.length === 0 ? null : moments.reduce((a, b) => a < b ? a : b);
}

/** Records that refreshes which a stopped service left have ended. */
export async function endInterrupted(service: Core): Promise<void> {
  const ctx = contextFor(service, "system");
  const end: RefreshEnd = {
    status: "failed",
    counts: { seen: 0, added: 0, changed: 0, removed: 0, unchanged: 0, invalid: 0 },
    errors: [{ ref: "service", reason: "The service ended during this refresh. It is made again." }],
    resyncReason: null,
    retryAt: ctx.now().toISOString(),
    authRequired: false,
    heldRemovals: null,
    sync: null,
    collections: null,
  };
  await ctx.store.commit(() => {
    for (const { id, refreshing } of sourcesOf(ctx)) {
      if (!refreshing) continue;
      const data = { refreshId: refreshing.refreshId, ...end };
      record(ctx, plannerSourceStream, id, [{ type: "planner.refresh_finished", data }]);
    }
  });
}
