import type { IntegrityResult } from "./integrity_worker.ts";

/** What is known of the database's pages and indexes since the start. */
type IntegrityState = { state: "checking" | "ok" | "damaged"; detail: string | null };

const RETRY_MILLISECONDS = 60_000;

/**
 * Checks the whole database in a separate thread, so that a start takes equally long however large the store is.
 * `state` is "checking" until it has ended; a check that failed to run says nothing about the database and is repeated
 * later.
 */
export class IntegrityCheck {
  #state: IntegrityState = { state: "checking", detail: null };
  #worker: Worker | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #end = (_: IntegrityState | null) => {};

  constructor(readonly retryMilliseconds = RETRY_MILLISECONDS) {}

  get state(): IntegrityState {
    return this.#state;
  }

  /**
   * Starts the check and resolves with its result, or with null if it was stopped. `failed` is called each time the
   * database could not be checked.
   */
  start(databaseFile: string, failed: (why: string) => void): Promise<IntegrityState | null> {
    const { promise, resolve } = Promise.withResolvers<IntegrityState | null>();
    this.#end = resolve;
    this.#check(databaseFile, failed);
    return promise;
  }

  /** Stops the check, and its repetition. */
  stop(): void {
    clearTimeout(this.#retry);
    this.#worker?.terminate();
    this.#worker = null;
    this.#end(null);
  }

  #check(databaseFile: string, failed: (why: string) => void): void {
    const later = (why: string) => {
      if (this.#worker !== worker) return;
      worker.terminate();
      this.#worker = null;
      this.#retry = setTimeout(() => this.#check(databaseFile, failed), this.retryMilliseconds);
      failed(why);
    };
    const worker = this.#worker = new Worker(import.meta.resolve("./integrity_worker.ts"), {
      type: "module",
    });
    worker.onmessage = ({ data }: MessageEvent<IntegrityResult>) => {
      if ("failure" in data) return later(data.failure);
      if (this.#worker !== worker) return;
      const { damage } = data;
      this.#state = damage === null ? { state: "ok", detail: null } : { state: "damaged", detail: damage };
      this.#end(this.#state);
      this.stop();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      later(event.message);
    };
    worker.postMessage({ databaseFile });
  }
}

/** What a context has for the check of the database. */
export type IntegrityLive = { integrity: IntegrityCheck };
