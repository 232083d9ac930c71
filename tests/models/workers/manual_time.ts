import { MESSAGE_ANSWER_MILLISECONDS } from "../../../services/conversation/coordinator/messages/consult.ts";
import { DRAFT_MILLISECONDS } from "../../../services/workforce/drafting/consult.ts";
import { PATIENCE } from "../../../services/sessions/models/clients/watchdog.ts";
import type { Pause } from "../../../services/ground/kernel/pause.ts";

/** Waits that end a call when they are over. */
const PATIENCES: ReadonlySet<number> = new Set([
  MESSAGE_ANSWER_MILLISECONDS,
  DRAFT_MILLISECONDS,
  ...Object.values(PATIENCE),
]);

type Waiting = { milliseconds: number; end: () => void };

/** A timer that the test lets go on: nothing waits in real time. */
export class ManualTime {
  readonly #waiting = new Set<Waiting>();
  readonly #watchers = new Set<() => void>();

  readonly pause: Pause = (milliseconds, signal) => {
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { milliseconds, end: resolve };
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#waiting.add(waiting);
    for (const watcher of this.#watchers) watcher();
    return promise.finally(() => {
      this.#waiting.delete(waiting);
      signal.removeEventListener("abort", abort);
    });
  };

  /** Lets the wait of so many milliseconds be over, once somebody waits for so long. */
  async pass(milliseconds: number): Promise<void> {
    for (;;) {
      const found = [...this.#waiting].find((each) => each.milliseconds === milliseconds);
      if (found) return found.end();
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#watchers.add(resolve);
      await promise;
      this.#watchers.delete(resolve);
    }
  }
}

/** A timer on which every wait for a retry is over at once, and no patience ever ends; it keeps what was waited for. */
export function impatient(): { pause: Pause; waited: number[] } {
  const time = new ManualTime();
  const waited: number[] = [];
  return {
    waited,
    pause: (milliseconds, signal) => {
      if (PATIENCES.has(milliseconds)) return time.pause(milliseconds, signal);
      waited.push(milliseconds);
      return Promise.resolve();
    },
  };
}
