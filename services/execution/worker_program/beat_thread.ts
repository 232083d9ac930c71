import type { BeatAnswer, BeatRequest } from "./beat_worker.ts";
import type { Beats } from "./client.ts";
import type { Identity } from "./identity.ts";

/** How often this thread says that it lives. */
const PULSE_MILLISECONDS = 5_000;

/**
 * A thread that renews leases, so that work that holds the event loop of this one loses none. It ends with the process: a machine
 * that was killed keeps no lease.
 */
export class BeatThread implements Disposable {
  readonly #worker = new Worker(import.meta.resolve("./beat_worker.ts"), { type: "module" });
  readonly #port: MessagePort;
  readonly #held = new Map<string, (why: string) => void>();
  readonly #pulse: ReturnType<typeof setInterval>;

  /** `ca` is the certificate, in PEM, that signed the one of the control plane; null for those that the machine trusts. */
  constructor(readonly identity: Identity, readonly ca: string | null) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<BeatAnswer>) => this.#held.get(data.leaseId)?.(data.lost);
    this.#worker.postMessage(null, [port2]);
    this.#port = port1;
    this.#worker.onerror = (event) => {
      event.preventDefault();
      for (const lost of this.#held.values()) lost(`The thread of the heartbeats ended: ${event.message}`);
    };
    this.#pulse = setInterval(() => this.#ask({ kind: "pulse" }), PULSE_MILLISECONDS);
  }

  /** Renews a lease from the thread; for `MachineClient`. */
  readonly beats: Beats = ({ session }, lease, lost) => {
    const { leaseId } = lease;
    const { identity, ca } = this;
    this.#held.set(leaseId, lost);
    this.#ask({ kind: "begin", identity, ca, session, lease });
    return {
      [Symbol.dispose]: () => {
        this.#held.delete(leaseId);
        this.#ask({ kind: "end", leaseId });
      },
    };
  };

  #ask(request: BeatRequest): void {
    this.#port.postMessage(request);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#pulse);
    this.#port.close();
    this.#worker.terminate();
  }
}
