import { contextFor, type Core, type Ctx } from "../kernel/context.ts";
import type { DueMoment } from "../kernel/due.ts";
import { PartSize } from "../kernel/in_parts.ts";
import { working } from "../kernel/loop_watch.ts";
import type { ClockReading } from "./jump.ts";

/** The longest sleep: jumps of the clock and unannounced due moments are noticed after that at the latest. */
export const MAX_SLEEP_MILLISECONDS = 30_000;

/** Anything that becomes due, for lists whose members have different needs. */
// deno-lint-ignore no-explicit-any
export type AnyDue = DueMoment<any>;

/** Why a sleep ends early. Without a reason, each abort would make an exception with a stack. */
const WOKEN = "woken";

/**
 * How long work that is still due after it ended waits before it is begun again, if events arrived meanwhile; four times as
 * long each time.
 */
const FIRST_HOLD_MILLISECONDS = 100;

/** Something due, with its next moment if known. */
type Entry = {
  due: AnyDue;
  next: number | null;
  dirty: boolean;
  underWay: Promise<void> | null;
  /** Until when it is not run again, by the monotonic clock: what is still due after it ran must not run in a loop. */
  heldUntil: number;
  /** How often in a row it was begun and was still due afterwards. */
  stillDue: number;
};

/**
 * Runs what is due at its moment. It sleeps until the earliest one, at most 30 seconds, and looks whether the wall clock, which
 * decides what is due, has jumped.
 */
export class Clock {
  readonly #entries: readonly Entry[];
  #stopping = false;
  #sleep = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #unsubscribe = () => {};

  constructor(readonly service: Core, dues: readonly AnyDue[], readonly read: () => ClockReading) {
    const unread = { next: null, dirty: true, underWay: null, heldUntil: 0, stillDue: 0 };
    this.#entries = dues.map((due) => ({ due, ...unread }));
  }

  /** Runs what is due, now and from now on. */
  start(): void {
    this.#unsubscribe = this.service.store.subscribe((events) => {
      const types = new Set(events.map(({ type }) => type));
      for (const entry of this.#entries) {
        const { movedBy } = entry.due;
        if (movedBy !== "every" && !movedBy.some((type) => types.has(type))) continue;
        entry.dirty = true;
        this.#sleep.abort(WOKEN);
      }
    });
    this.#running = this.#loop();
  }

  /** Resolves when nothing more will be run or started. What was started continues; its part ends it. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#stopping = true;
    this.#sleep.abort(WOKEN);
    await this.#running;
  }

  /** Resolves when nothing that was started is running. */
  idle = (): Promise<unknown> => Promise.all(this.#entries.map(({ underWay }) => underWay));

  /**
   * Returns the kinds whose next moment is earlier than the clock knows: nothing in their `movedBy` told it, so that it is late by
   * up to 30 seconds. For tests.
   */
  unannounced(): string[] {
    const ctx = contextFor(this.service, "system");
    return this.#entries.filter(({ due, next, dirty, underWay }) => {
      if (dirty || underWay !== null) return false;
      const actual = due.next(ctx);
      return actual !== null && actual.getTime() < (next ?? Infinity);
    }).map(({ due }) => due.kind);
  }

  /**
   * Runs everything that is due now, once. Returns the kinds that were run or started; the effects of what was run are
   * on disk then.
   */
  async runOnce(): Promise<string[]> {
    for (const entry of this.#entries) Object.assign(entry, { dirty: true, heldUntil: 0 });
    return await this.#pass();
  }

  async #loop(): Promise<void> {
    while (!this.#stopping) {
      this.#sleep = new AbortController();
      await this.#pass();
      if (this.#stopping) return;
      await this.service.pause(this.#untilNext(), this.#sleep.signal).catch(() => {});
      if (!this.#sleep.signal.aborted) { for (const entry of this.#entries) entry.dirty = true; }
    }
  }

  #untilNext(): number {
    const now = this.service.now().getTime();
    const { elapsed } = this.read();
    const waits = this.#entries.flatMap(({ next, underWay, heldUntil }) =>
      next === null || underWay !== null ? [] : [Math.max(0, next - now, heldUntil - elapsed)]
    );
    return Math.min(MAX_SLEEP_MILLISECONDS, ...waits);
  }

  async #pass(): Promise<string[]> {
    const ran: string[] = [];
    try {
      if (await this.service.noticeJump()) { for (const entry of this.#entries) entry.dirty = true; }
    } catch (cause) {
      this.service.log.error("A jump of the clock could not be recorded", cause);
    }
    for (const entry of this.#entries) {
      if (this.#stopping) break;
      try {
        if (await this.#runWhenDue(entry)) ran.push(entry.due.kind);
      } catch (cause) {
        entry.heldUntil = this.read().elapsed + MAX_SLEEP_MILLISECONDS;
        this.service.log.error(`Scheduled work failed: ${entry.due.kind}`, cause);
      }
    }
    return ran;
  }

  async #runWhenDue(entry: Entry): Promise<boolean> {
    const { due } = entry;
    if (entry.underWay !== null || !entry.dirty && !this.#hasCome(entry)) return false;
    using _work = working(`what is due: ${due.kind}`);
    const ctx = contextFor(this.service, "system");
    if (!this.#isDue(entry, ctx) || entry.heldUntil > this.read().elapsed) return false;
    const begunAt = this.service.now();
    if (due.run) {
      const work = (most: number) => () => {
        entry.dirty = true; // it may have been handled since it was read
        const moved = this.#isDue(entry, ctx) ? due.run!(ctx, most) : 0;
        this.#holdIfStillDue(entry, begunAt, MAX_SLEEP_MILLISECONDS);
        return moved === most;
      };
      const size = new PartSize();
      while (await size.measure((most) => this.service.store.commit(work(most))));
      await ctx.settled();
    }
    if (due.begin) {
      entry.dirty = false;
      entry.underWay = this.#begin(entry, begunAt, due.begin(ctx).then(() => ctx.settled()));
    }
    return true;
  }

  async #begin(entry: Entry, begunAt: Date, work: Promise<void>): Promise<void> {
    using _work = working(`what is due: ${entry.due.kind}`);
    try {
      await work;
    } catch (cause) {
      this.service.log.error(`Scheduled work failed: ${entry.due.kind}`, cause);
    }
    entry.underWay = null;
    // News that came too late for the work is no reason to wait, but the work itself may be what made it.
    const hold = entry.dirty ? FIRST_HOLD_MILLISECONDS * 4 ** entry.stillDue : MAX_SLEEP_MILLISECONDS;
    this.#holdIfStillDue(entry, begunAt, Math.min(hold, MAX_SLEEP_MILLISECONDS));
    this.#sleep.abort(WOKEN);
  }

  #isDue(entry: Entry, ctx: Ctx): boolean {
    if (entry.dirty) entry.next = entry.due.next(ctx)?.getTime() ?? null;
    entry.dirty = false;
    return this.#hasCome(entry);
  }

  #hasCome({ next }: Entry): boolean {
    return next !== null && next <= this.service.now().getTime();
  }

  /** Asks as of when the work began: what became due since then was not its task, and is due at once. */
  #holdIfStillDue(entry: Entry, begunAt: Date, milliseconds: number): void {
    const next = entry.due.next({ ...contextFor(this.service, "system"), now: () => begunAt });
    const isStillDue = next !== null && next <= begunAt;
    entry.next = next?.getTime() ?? null;
    entry.dirty = false;
    entry.stillDue = isStillDue ? entry.stillDue + 1 : 0;
    entry.heldUntil = isStillDue ? this.read().elapsed + milliseconds : 0;
  }
}
