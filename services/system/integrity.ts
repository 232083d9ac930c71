/** What is known of the database's pages and indexes since the start. */
export type IntegrityState = { state: "checking" | "ok" | "damaged"; detail: string | null };

/**
 * Checks the whole database in a thread of its own, so that a start takes equally long however large the store is. `state`
 * is "checking" until it has ended.
 */
export class IntegrityCheck {
  #state: IntegrityState = { state: "checking", detail: null };
  #worker: Worker | null = null;

  get state(): IntegrityState {
    return this.#state;
  }

  /** Starts the check and resolves with what it found, or with null when it was stopped. */
  start(databaseFile: string): Promise<IntegrityState | null> {
    const { promise, resolve, reject } = Promise.withResolvers<IntegrityState | null>();
    const worker = this.#worker = new Worker(import.meta.resolve("./integrity_worker.ts"), {
      type: "module",
    });
    worker.onmessage = ({ data: { damage } }: MessageEvent<{ damage: string | null }>) => {
      this.#state = damage === null ? { state: "ok", detail: null } : { state: "damaged", detail: damage };
      resolve(this.#worker === worker ? this.#state : null);
      this.stop();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`The database could not be checked: ${event.message}`));
    };
    worker.postMessage({ databaseFile });
    return promise;
  }

  /** Ends the check where it is under way. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
