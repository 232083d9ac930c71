import { Pool, Slot } from "../commands/pool.ts";

/** How long a task keeps the slot while it waits for an answer: a rule answers at once. */
const LEAVE_MILLISECONDS = 1_000;

/** The one slot of a machine. A request for more work gives it up to a task that has its answer. */
export class WorkSlots {
  readonly #pool = new Pool(1);
  #asking = new AbortController();

  /** Resolves with the slot; rejects with the signal's reason. */
  acquire(signal: AbortSignal): Promise<Slot> {
    this.#asking = new AbortController();
    return Slot.of(this.#pool, signal, false);
  }

  /** Aborted when a task wants the slot of the request for more work. */
  get wanted(): AbortSignal {
    return this.#asking.signal;
  }

  /** Waits for an answer, and gives the slot to others meanwhile if that takes long. Rejects as the answer does. */
  async whileWaiting<Answer>(slot: Slot, answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    let hasLeft = false;
    const timer = setTimeout(() => {
      hasLeft = true;
      slot.leave();
    }, LEAVE_MILLISECONDS);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      if (hasLeft && !signal.aborted) {
        this.#asking.abort();
        await slot.regain(signal);
      }
    }
  }
}
