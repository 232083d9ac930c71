import { beatHere } from "./beats.ts";
import type { BeatingLease, MachineClient } from "./client.ts";

/** Renews a lease until disposed. Its signal is aborted when this machine has to stop. */
export class LeaseKeeper implements Disposable {
  readonly #lost = new AbortController();
  readonly #beat: Disposable;

  constructor(readonly client: MachineClient, readonly lease: BeatingLease) {
    const { beats = beatHere } = client;
    this.#beat = beats(client, lease, (why) => this.#lost.abort(new LostError(why)));
  }

  /** Aborted when this machine has to stop, with a sentence. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  [Symbol.dispose](): void {
    this.#beat[Symbol.dispose]();
  }
}

/** The lease is over, so the work stops and nothing is delivered. */
export class LostError extends Error {}
