import { systemStream } from "../../store/system/stream.ts";
import { type Asking, contextFor, type Core, record } from "../kernel/context.ts";
import type { Due } from "../kernel/due.ts";
import { describeJump, findJump, type Reading } from "./jump.ts";

/** The longest sleep: a jump of the clock, and a moment that nothing told of, are noticed after that at the latest. */
export const MAX_SLEEP_MILLISECONDS = 30_000;

/** Anything that becomes due, for lists whose members each have needs of their own. */
// deno-lint-ignore no-explicit-any
export type AnyDue = Due<any>;

/** Something due, with its next moment as far as that is known. */
type Entry = {
  due: AnyDue;
  next: number | null;
  dirty: boolean;
  underWay: Promise<void> | null;
  /** What is still due after it was run is not run in a circle: it waits until then, by the clock that only runs forward. */
  heldUntil: number;
};

/**
 * The one timer of the service. It sleeps until the earliest moment that is due, but never for more than 30 seconds, and compares
 * the clock on the wall with one that only runs forward: what is due is decided by the former, and a jump is recorded.
 */
export class Clock {
  readonly #entries: readonly Entry[];
  readonly #stopping = new AbortController();
  #sleep = new AbortController();
  #last: Reading;
  #running: Promise<void> = Promise.resolve();
  #unsubscribe = () => {};

  constructor(readonly service: Core, dues: readonly AnyDue[], readonly read: () => Reading) {
    this.#entries = dues.map((due) => ({ due, next: null, dirty: true, underWay: null, heldUntil: 0 }));
    this.#last = read();
  }

  /** Runs what is due now and from now on. */
  start(): void {
    this.#unsubscribe = this.service.store.subscribe((events) => {
      const types = new Set(events.map(({ type }) => type));
      for (const entry of this.#entries) {
        const { movedBy } = entry.due;
        if (movedBy !== "every" && !movedBy.some((type) => types.has(type))) continue;
        entry.dirty = true;
        this.#sleep.abort();
      }
    });
    this.#running = this.#loop();
  }

  /** Resolves when nothing more is run or begun. What was begun goes on; its part ends it. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#stopping.abort();
    await this.#running;
  }

  /** Resolves when nothing that was begun goes on. */
  async settled(): Promise<void> {
    await Promise.all(this.#entries.map(({ underWay }) => underWay));
  }

  /** Runs everything that is due now, once. Returns the kinds that were run or begun; what was run is on disk then. */
  async runOnce(): Promise<string[]> {
    for (const entry of this.#entries) Object.assign(entry, { dirty: true, heldUntil: 0 });
    return await this.#pass();
  }

  async #loop(): Promise<void> {
    const stopping = this.#stopping.signal;
    while (!stopping.aborted) {
      this.#sleep = new AbortController();
      await this.#pass();
      const sleeping = AbortSignal.any([this.#sleep.signal, stopping]);
      await this.service.pause(this.#untilNext(), sleeping).catch(() => {});
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
      await this.#noticeJump();
    } catch (cause) {
      this.service.log.error("A jump of the clock could not be recorded", cause);
    }
    for (const entry of this.#entries) {
      if (this.#stopping.signal.aborted) break;
      try {
        if (await this.#runWhenDue(entry)) ran.push(entry.due.kind);
      } catch (cause) {
        entry.heldUntil = this.read().elapsed + MAX_SLEEP_MILLISECONDS;
        this.service.log.error(`What is due could not be done: ${entry.due.kind}`, cause);
      }
    }
    return ran;
  }

  async #runWhenDue(entry: Entry): Promise<boolean> {
    const { due } = entry;
    if (entry.underWay !== null || !entry.dirty && !this.#hasCome(entry)) return false;
    const ctx = contextFor(this.service, "system");
    if (!this.#isDue(entry, ctx) || entry.heldUntil > this.read().elapsed) return false;
    if (due.run) {
      await this.service.store.commit(() => {
        entry.dirty = true; // it may have been done with since it was looked at
        if (this.#isDue(entry, ctx)) due.run!(ctx);
        this.#holdIfStillDue(entry, ctx);
      });
      await ctx.settled();
    }
    if (due.begin) entry.underWay = this.#begin(entry, due.begin(ctx).then(() => ctx.settled()));
    return true;
  }

  async #begin(entry: Entry, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (cause) {
      this.service.log.error(`What is due could not be done: ${entry.due.kind}`, cause);
    }
    entry.underWay = null;
    this.#holdIfStillDue(entry, contextFor(this.service, "system"));
    this.#sleep.abort();
  }

  #isDue(entry: Entry, ctx: Core & Asking): boolean {
    if (entry.dirty) entry.next = entry.due.next(ctx)?.getTime() ?? null;
    entry.dirty = false;
    return this.#hasCome(entry);
  }

  #hasCome({ next }: Entry): boolean {
    return next !== null && next <= this.service.now().getTime();
  }

  #holdIfStillDue(entry: Entry, ctx: Core & Asking): void {
    entry.dirty = true;
    entry.heldUntil = this.#isDue(entry, ctx) ? this.read().elapsed + MAX_SLEEP_MILLISECONDS : 0;
  }

  async #noticeJump(): Promise<void> {
    const before = this.#last;
    const after = this.#last = this.read();
    const jump = findJump(before, after);
    if (jump === null) return;
    this.service.log.info(describeJump(jump));
    for (const entry of this.#entries) entry.dirty = true;
    await this.service.store.commit(() =>
      record(contextFor(this.service, "system"), systemStream, "service", [
        { type: "system.clock_jumped", data: jump },
      ])
    );
  }
}
