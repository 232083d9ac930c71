import { UnavailableError } from "../../ground/kernel/errors.ts";
import type { Pool } from "../commands/pool.ts";

/** Work that belongs to no run but uses a slot and creates git objects, such as a workflow trial. */
export class BackgroundWork {
  readonly #going = new Set<Promise<unknown>>();
  readonly #controller = new AbortController();

  /**
   * Does the work once a slot is free. Its signal is aborted when the service stops and, with `onlyIdle`, as soon as other work
   * needs the slot.
   */
  async perform<T>(
    pool: Pool,
    work: (signal: AbortSignal) => Promise<T>,
    { onlyIdle = false } = {},
  ): Promise<T> {
    const { signal } = this.#controller;
    const going = onlyIdle
      ? pool.whileIdle(work, signal)
      : pool.acquire(signal).then((release) => work(signal).finally(release));
    this.#going.add(going);
    return await going.finally(() => this.#going.delete(going));
  }

  /** Stops all such work; resolves when nothing of it is left. */
  async stop(): Promise<void> {
    this.#controller.abort(
      new UnavailableError("The service is stopping. Try again after it has restarted."),
    );
    await Promise.allSettled(this.#going);
  }
}
