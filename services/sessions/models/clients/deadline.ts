import type { Pause } from "../../../ground/kernel/pause.ts";
import { CallFault } from "./fault.ts";

/** Limits how long a person waits: after the time its signal is aborted with a `CallFault` of this sentence. Dispose it. */
export class Deadline implements Disposable {
  readonly #late = new AbortController();
  readonly #over = new AbortController();

  constructor(pause: Pause, milliseconds: number, sentence: string) {
    pause(milliseconds, this.#over.signal).then(
      () => this.#late.abort(new CallFault("timeout", sentence)),
      () => {}, // there was an answer
    );
  }

  get signal(): AbortSignal {
    return this.#late.signal;
  }

  [Symbol.dispose](): void {
    this.#over.abort();
  }
}
