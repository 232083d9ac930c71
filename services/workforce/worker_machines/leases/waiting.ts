import type { Pause } from "../../../ground/kernel/pause.ts";
import type { Offer } from "./offer.ts";

/** A machine that waits for work, and the repositories of which it still has objects. */
export type WaitingMachine = { machineId: string; warm: readonly string[] };

type Entry = WaitingMachine & { give: (offer: Offer | null) => void };

/** The machines that wait for work. */
export class WaitingMachines {
  readonly #entries = new Set<Entry>();

  constructor(readonly pause: Pause) {}

  /** Waits for an offer. Resolves with null when the time is over, the client has gone, or the machine is sent away. */
  async wait(waiting: WaitingMachine, seconds: number, signal: AbortSignal): Promise<Offer | null> {
    if (seconds === 0) return null;
    const { promise, resolve } = Promise.withResolvers<Offer | null>();
    const entry: Entry = { ...waiting, give: resolve };
    const over = new AbortController();
    const gone = () => resolve(null);
    this.pause(seconds * 1000, AbortSignal.any([signal, over.signal])).then(gone, gone);
    this.#entries.add(entry);
    try {
      return await promise;
    } finally {
      this.#entries.delete(entry);
      over.abort();
    }
  }

  /** Tells the first in an order of those that fit of an offer, and returns it; null if none fits. */
  give(
    offer: Offer,
    fits: (each: WaitingMachine) => boolean,
    order: (one: WaitingMachine, other: WaitingMachine) => number,
  ): string | null {
    const [best] = [...this.#entries].filter(fits).toSorted(order);
    if (!best) return null;
    this.#entries.delete(best);
    best.give(offer);
    return best.machineId;
  }

  /** Sends machines away: all, or one of them. */
  sendAway(machineId?: string): void {
    for (const entry of this.#entries) {
      if (machineId === undefined || entry.machineId === machineId) entry.give(null);
    }
  }
}
