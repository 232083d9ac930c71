import { Halted } from "./interrupts.ts";

/** Limits how many pieces of work run at once. The others wait in order of arrival, except those with priority. */
export class Pool {
  readonly #waiting: (() => void)[] = [];
  readonly #lent = new Set<AbortController>();
  #free = Promise.withResolvers<void>();
  #busy = 0;

  constructor(readonly total: number) {}

  get busy(): number {
    return this.#busy;
  }

  /** Resolves with a function that releases the slot. Rejects with the signal's reason when it is aborted first. */
  async acquire(signal: AbortSignal, isFirst = false): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#busy < this.total) {
      this.#busy++;
      if (this.#busy + this.#lent.size > this.total) this.#recall();
    } else {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const abort = () => {
        const at = this.#waiting.indexOf(resolve);
        if (at >= 0) {
          this.#waiting.splice(at, 1);
          reject(signal.reason);
        }
      };
      if (isFirst) this.#waiting.unshift(resolve);
      else this.#waiting.push(resolve);
      signal.addEventListener("abort", abort, { once: true });
      await promise.finally(() => signal.removeEventListener("abort", abort));
    }
    return () => this.#release();
  }

  /**
   * Does work in a slot that nobody else needs, once there is one: its signal is aborted as soon as somebody does. The slot does
   * not count as busy: nobody waits for it. Rejects with the signal's reason when that is aborted first.
   */
  async whileIdle<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    try {
      while (this.#busy + this.#lent.size >= this.total || signal.aborted) {
        signal.throwIfAborted();
        await Promise.race([this.#free.promise, stopped]);
      }
    } finally {
      signal.removeEventListener("abort", stop);
    }
    const lent = new AbortController();
    this.#lent.add(lent);
    try {
      return await work(AbortSignal.any([signal, lent.signal]));
    } finally {
      this.#lent.delete(lent);
      this.#tellFree();
    }
  }

  /** Ends what was lent longest ago. */
  #recall(): void {
    for (const lent of this.#lent) {
      if (lent.signal.aborted) continue;
      lent.abort(new Halted());
      return;
    }
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) return next();
    this.#busy--;
    this.#tellFree();
  }

  #tellFree(): void {
    this.#free.resolve();
    this.#free = Promise.withResolvers<void>();
  }
}

/** A slot among the concurrent task sessions. A session that waits for a human frees it for others. */
export class Slot implements Disposable {
  #release: (() => void) | null;
  /** Several questions of a session may be answered at once, and it needs one slot to go on. */
  #regaining: Promise<void> | null = null;

  private constructor(readonly pool: Pool | null, release: (() => void) | null) {
    this.#release = release;
  }

  /** Returns what a session has that is done on another machine: no slot here. */
  static elsewhere(): Slot {
    return new Slot(null, null);
  }

  /** Returns a slot that was acquired from its pool. */
  static acquired(pool: Pool, release: () => void): Slot {
    return new Slot(pool, release);
  }

  /** Resolves with a slot, with priority where `isFirst`; rejects with the signal's reason when it is aborted first. */
  static async of(pool: Pool, signal: AbortSignal, isFirst: boolean): Promise<Slot> {
    return new Slot(pool, await pool.acquire(signal, isFirst));
  }

  /** Frees the slot for others. */
  leave(): void {
    this.#release?.();
    this.#release = null;
  }

  /** Acquires a slot again; rejects with the signal's reason when it is aborted first. */
  async regain(signal: AbortSignal): Promise<void> {
    if (this.#release !== null || !this.pool) return;
    await (this.#regaining ??= this.pool.acquire(signal)
      .then((release) => void (this.#release = release))
      .finally(() => this.#regaining = null));
  }

  [Symbol.dispose](): void {
    this.leave();
  }
}
