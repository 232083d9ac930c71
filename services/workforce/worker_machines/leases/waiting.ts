import type { Offer } from "./offer.ts";

/** A machine that waits for work, and the repositories of which it still has objects. */
export type WaitingMachine = { machineId: string; warm: readonly string[] };

type Entry = WaitingMachine & { give: (offer: Offer | null) => void };

/** The machines that wait for work. */
export class WaitingMachines {
  readonly #entries = new Set<Entry>();

  /** Waits for an offer. Resolves with null when the time is over, the client has gone, or the machine is sent away. */
  async wait(waiting: WaitingMachine, seconds: number, signal: AbortSignal): Promise<Offer | null> {
    const { promise, resolve } = Promise.withResolvers<Offer | null>();
    const entry: Entry = { ...waiting, give: resolve };
    const timer = setTimeout(() => resolve(null), seconds * 1000);
    const gone = () => resolve(null);
    signal.addEventListener("abort", gone, { once: true });
    this.#entries.add(entry);
    try {
      return await promise;
    } finally {
      this.#entries.delete(entry);
      clearTimeout(timer);
      signal.removeEventListener("abort", gone);
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
