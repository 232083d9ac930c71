import { plannerSourceStream } from "../../../../store/planner/source_stream.ts";
import { contextFor, type Core, record } from "../../../ground/kernel/context.ts";
import { type ConfiguredSource, settingsOf, sourcesOf } from "../../planner_settings/settings.ts";
import { connectedAgainAt } from "../../calendars/google_account.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { expandLocal } from "../items/local_calendar.ts";
import { windowAt } from "../../dates/window.ts";
import { limitTurns } from "../../../ground/kernel/turns.ts";
import { endOf, queueRefresh, refreshSource } from "./refresh.ts";
import { MINUTE } from "../../../../store/shared/durations.ts";

/** What a verb that refreshes sources needs. */
export type RefresherLive = { planner: Refresher };

const MAX_AT_ONCE = 4;

/** A refresh that is under way, or waits for its turn. */
type RefreshUnderWay = {
  full: boolean;
  hasBegun: boolean;
  /** Resolves with the id of its row when the row can be read. */
  recorded: Promise<string>;
  /** Resolves when its end can be read. */
  ended: Promise<void>;
};

/** Refreshes sources, each at most once at a time and four in all; what has to wait is recorded as queued. */
export class Refresher {
  readonly #underWay = new Map<string, RefreshUnderWay>();
  readonly #takeTurn = limitTurns(MAX_AT_ONCE);
  readonly #stopping = new AbortController();
  readonly #started = Promise.withResolvers<void>();
  #expanded: string | null = null;

  constructor(readonly service: Core & SourceLive) {}

  /** Ends what a stopped service left under way; only then refreshes begin. */
  async start(): Promise<void> {
    await endInterrupted(this.service);
    this.#started.resolve();
  }

  /** Refreshes a source, or joins its refresh. What is to read everything joins only one that has not begun. Waits for `start`. */
  refresh(
    sourceId: string,
    { full, trigger }: { full: boolean; trigger: "manual" | "interval" },
  ): RefreshUnderWay {
    const known = this.#underWay.get(sourceId);
    if (known && this.wouldJoin(sourceId, full)) {
      known.full ||= full;
      return known;
    }
    const waits = known !== undefined || this.#underWay.size >= MAX_AT_ONCE;
    const recorded = Promise.withResolvers<string>();
    const refresh = { full, hasBegun: false, recorded: recorded.promise, ended: Promise.resolve() };
    const work = async () => {
      await this.#started.promise;
      const { signal } = this.#stopping;
      signal.throwIfAborted();
      const refreshId = contextFor(this.service, "system").newId("plr");
      const order = () => ({ refreshId, full: refresh.full, trigger });
      const begun = () => recorded.resolve(refreshId);
      if (waits) {
        await queueRefresh(this.service, sourceId, order());
        begun();
      }
      await known?.ended.catch(() => {});
      using _turn = await this.#takeTurn();
      signal.throwIfAborted();
      refresh.hasBegun = true;
      await refreshSource(this.service, sourceId, { ...order(), signal, begun });
    };
    this.#underWay.set(sourceId, refresh);
    refresh.ended = work();
    const done = () => void (this.#underWay.get(sourceId) === refresh && this.#underWay.delete(sourceId));
    refresh.ended.then(done, (cause) => {
      recorded.reject(cause);
      done();
    });
    recorded.promise.catch(() => {});
    return refresh;
  }

  /** Whether a request for a source would join a refresh that is under way or waits. */
  wouldJoin(sourceId: string, full: boolean): boolean {
    const known = this.#underWay.get(sourceId);
    return known !== undefined && (!full || !known.hasBegun);
  }

  /** Refreshes the sources that are due, four after four. */
  async refreshDue(): Promise<void> {
    const now = this.service.now().getTime();
    const due = sourcesOf(this.service).filter((source) => {
      const at = nextRefreshAt(this.service, source);
      return at !== null && at.getTime() <= now;
    }).slice(0, MAX_AT_ONCE);
    await Promise.all(due.map(({ id }) => this.refresh(id, { full: false, trigger: "interval" }).ended));
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
    await Promise.allSettled(this.#underWay.values().map(({ ended }) => ended));
  }
}

/** Returns when a source is next refreshed automatically; null if it is not. */
export function nextRefreshAt(service: Core, source: ConfiguredSource): Date | null {
  const { refreshIntervalMinutes } = settingsOf(service);
  const { config: { enabled }, authRequired, refreshing, queued, retryAt, lastAttemptAt } = source;
  if (!enabled || refreshing || queued || refreshIntervalMinutes === 0) return null;
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
    for (const { id, refreshing, queued } of sourcesOf(ctx)) {
      for (const { refreshId } of [refreshing ?? [], queued ?? []].flat()) {
        record(ctx, plannerSourceStream, id, [{
          type: "planner.refresh_finished",
          data: { refreshId, ...end },
        }]);
      }
    }
  });
}
