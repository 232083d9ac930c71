import type { Pool } from "./pool.ts";

/** A place among the task sessions that go on at once; whoever waits for a human gives it to others meanwhile. */
export class Slot implements Disposable {
  #release: (() => void) | null;

  private constructor(readonly pool: Pool, release: () => void) {
    this.#release = release;
  }

  /** Resolves with a slot, before others that wait for one where `isFirst`; rejects with the signal's reason when it is aborted first. */
  static async of(pool: Pool, signal: AbortSignal, isFirst: boolean): Promise<Slot> {
    return new Slot(pool, await pool.acquire(signal, isFirst));
  }

  /** Lets others have it. */
  leave(): void {
    this.#release?.();
    this.#release = null;
  }

  /** Takes one again; rejects with the signal's reason when it is aborted first. */
  async regain(signal: AbortSignal): Promise<void> {
    if (this.#release === null) this.#release = await this.pool.acquire(signal);
  }

  [Symbol.dispose](): void {
    this.leave();
  }
}
