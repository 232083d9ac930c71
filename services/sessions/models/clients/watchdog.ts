import type { Pause } from "../../../ground/kernel/pause.ts";
import { CallFault } from "./fault.ts";

/** How long a model may be silent before and between its words, and the maximum duration. */
export const PATIENCE = {
  firstMilliseconds: 180_000,
  idleMilliseconds: 90_000,
  wholeMilliseconds: 20 * 60_000,
} as const;

/**
 * Ends a stalled call. `alive` records activity. The signal is aborted with a `CallFault` when the call was silent for too
 * long, and with the outer signal's reason when that is aborted.
 */
export class Watchdog implements Disposable {
  readonly #controller = new AbortController();
  readonly #watching = new AbortController();
  readonly signal: AbortSignal;
  #signs = 0;

  constructor(readonly pause: Pause, readonly name: string, outer: AbortSignal) {
    this.signal = AbortSignal.any([outer, this.#controller.signal]);
    this.#watch().catch(() => {}); // the call has ended
    this.#end(PATIENCE.wholeMilliseconds, "took longer than 20 minutes and was stopped").catch(() => {});
  }

  /** Records that the model sent something. */
  alive(): void {
    this.#signs++;
  }

  [Symbol.dispose](): void {
    this.#watching.abort();
  }

  async #watch(): Promise<void> {
    await this.pause(PATIENCE.firstMilliseconds, this.#watching.signal);
    if (this.#signs === 0) return this.#abort("did not begin to answer within 3 minutes");
    for (let seen = this.#signs;; seen = this.#signs) {
      await this.pause(PATIENCE.idleMilliseconds, this.#watching.signal);
      if (this.#signs === seen) return this.#abort("sent nothing for 90 seconds in the middle of an answer");
    }
  }

  async #end(milliseconds: number, what: string): Promise<void> {
    await this.pause(milliseconds, this.#watching.signal);
    this.#abort(what);
  }

  #abort(what: string): void {
    if (!this.#watching.signal.aborted) {
      this.#controller.abort(new CallFault("timeout", `${this.name} ${what}.`));
    }
  }
}
