import { heartbeatSchema } from "../../workforce/worker_machines/wire/mod.ts";
import { type MachineClient, RefusedError } from "./client.ts";

/**
 * Renews a lease until disposed. Its signal is aborted when the lease is lost, and when no heartbeat was accepted for two thirds
 * of its time, counted from when the last accepted one was sent: before the control plane gives the work to another machine.
 */
export class LeaseKeeper implements Disposable {
  readonly #lost = new AbortController();
  readonly #beat: ReturnType<typeof setInterval>;
  #fence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly client: MachineClient,
    readonly lease: { leaseId: string; leaseMilliseconds: number },
  ) {
    const third = lease.leaseMilliseconds / 3;
    // The control plane renewed it last at most a third ago, while it prepared the answer.
    this.#holdFrom(performance.now() - third);
    this.#beat = setInterval(() => void this.#renew(), third);
    void this.#renew();
  }

  /** Aborted when this machine has to stop, with a sentence. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  async #renew(): Promise<void> {
    const sentAt = performance.now();
    const path = `/worker/leases/${this.lease.leaseId}/heartbeats`;
    try {
      const { lease } = await this.client.call(heartbeatSchema, { method: "POST", path, lane: "beat" });
      if (lease === "held") this.#holdFrom(sentAt);
      else {this.#lose(
          "The control plane has given the work to another machine, or does not need it any more.",
        );}
    } catch (cause) {
      // Without an answer the time runs out; a refusal is one.
      if (cause instanceof RefusedError) this.#lose(cause.message);
    }
  }

  #holdFrom(sentAt: number): void {
    clearTimeout(this.#fence);
    const left = sentAt + (this.lease.leaseMilliseconds * 2) / 3 - performance.now();
    this.#fence = setTimeout(
      () => this.#lose("The control plane did not answer in time."),
      Math.max(0, left),
    );
  }

  #lose(why: string): void {
    this.#lost.abort(new LostError(why));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#beat);
    clearTimeout(this.#fence);
  }
}

/** The lease is over, so the work stops and nothing is delivered. */
export class LostError extends Error {}
