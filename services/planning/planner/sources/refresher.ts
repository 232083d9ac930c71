import { plannerSourceStream } from "../../../../store/planner/source_stream.ts";
import { contextFor, type Core, record } from "../../../ground/kernel/context.ts";
import { type ConfiguredSource, settingsOf, sourcesOf } from "../../planner_settings/settings.ts";
import { connectedAgainAt } from "../../calendars/google_account.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { expandLocal } from "../items/local_calendar.ts";
import { windowAt } from "../../dates/window.ts";
import { endOf, refreshSource } from "./refresh.ts";
import { MINUTE } from "../../../../store/shared/durations.ts";

/** What a verb that refreshes sources needs. */
export type RefresherLive = { planner: Refresher };

const MAX_AT_ONCE = 4;

/** Refreshes sources, each at most once at a time. */
export class Refresher {
  readonly #underWay = new Map<string, Promise<string>>();
  readonly #stopping = new AbortController();
  readonly #started = Promise.withResolvers<void>();
  #expanded: string | null = null;

  constructor(readonly service: Core & SourceLive) {}

  /** Ends what a stopped service left under way; only then refreshes begin. */
  async start(): Promise<void> {
    await endInterrupted(this.service);
    this.#started.resolve();
  }

  /** Refreshes a source, or waits for its current refresh. Resolves with the id of its row. Waits for `start`. */
  refresh(sourceId: string, how: { full: boolean; trigger: "manual" | "interval" }): Promise<string> {
    const known = this.#underWay.get(sourceId);
    if (known && !how.full) return known;
    const after = known ?? this.#started.promise;
    const work = after.catch(() => {}).then(() => {
      this.#stopping.signal.throwIfAborted();
      return refreshSource(this.service, sourceId, { ...how, signal: this.#stopping.signal });
    });
    this.#underWay.set(sourceId, work);
    const done = () => void (this.#underWay.get(sourceId) === work && this.#underWay.delete(sourceId));
    work.then(done, done);
    return work;
  }

  /** Whether a request for a source would join its current refresh. */
  isRefreshing(sourceId: string): boolean {
    return this.#underWay.has(sourceId);
  }

  /** Refreshes all sources that are due, at most four at once. */
  async refreshDue(): Promise<void> {
    const now = this.service.now().getTime();
    const due = sourcesOf(this.service).filter((source) => {
      const at = nextRefreshAt(this.service, source);
      return at !== null && at.getTime() <= now;
    }).slice(0, MAX_AT_ONCE);
    await Promise.all(due.map(({ id }) => this.refresh(id, { full: false, trigger: "interval" })));
  }

  /** Computes the occurrences of the local calendar, once per window of known occurrences. */
  async expandLocal(): Promise<void> {
    const { name } = windowAt(this.service.now());
    if (this.#expanded === name) return;
    await expandLocal(contextFor(this.service, "system"), this.#stopping.signal);
    this.#expanded = name;
  }

  /** Stops all refreshes. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#started.resolve();
    await Promise.allSettled(this.#underWay.values());
  }
}

/** Returns when a source is next refreshed automatically; null if it is not. */
export function nextRefreshAt(service: Core, source: ConfiguredSource): Date | null {
  const { refreshIntervalMinutes } = settingsOf(service);
  const { config: { enabled }, authRequired, refreshing, retryAt, lastAttemptAt } = source;
  if (!enabled || refreshing || refreshIntervalMinutes === 0) return null;
  if (authRequired) return connectedAgainAt(service, source);
  // The clock was set back since the last attempt.
  if (lastAttemptAt !== null && Date.parse(lastAttemptAt) > service.now().getTime()) return service.now();
  if (retryAt !== null) return new Date(retryAt);
  if (lastAttemptAt === null) return service.startedAt;
  return new Date(Date.parse(lastAttemptAt) + Math.max(1, refreshIntervalMinutes) * MINUTE);
}

/** Returns the earliest moment at which a source is due; null without one. */
export function nextDue(service: Core): Date | null {
  const moments = sourcesOf(service).flatMap((source) => nextRefreshAt(service, source) ?? []);
  return moments.length === 0 ? null : moments.reduce((a, b) => a < b ? a : b);
}

/** Records that the refreshes of a stopped service have ended. */
async function endInterrupted(service: Core): Promise<void> {
  const ctx = contextFor(service, "system");
  const reason = "The service stopped during this refresh. It is repeated automatically.";
  const retryAt = ctx.now().toISOString();
  const end = endOf({ status: "failed", errors: [{ ref: "service", reason }], retryAt });
  await ctx.store.commit(() => {
    for (const { id, refreshing } of sourcesOf(ctx)) {
      if (!refreshing) continue;
      const data = { refreshId: refreshing.refreshId, ...end };
      record(ctx, plannerSourceStream, id, [{ type: "planner.refresh_finished", data }]);
    }
  });
}
