import type { Pool } from "./pool.ts";

/** A slot among the concurrent task sessions. A session that waits for a human frees it for others. */
export class Slot implements Disposable {
  #release: (() => void) | null;

  private constructor(readonly pool: Pool, release: () => void) {
    this.#release = release;
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
    if (this.#release === null) this.#release = await this.pool.acquire(signal);
  }

  [Symbol.dispose](): void {
    this.leave();
  }
}
