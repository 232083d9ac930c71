import type { LoopHold } from "../../ground/kernel/loop_watch.ts";
import type { ControlPlaneStatus } from "./schemas.ts";

/** How many pieces of work that were under way are named. */
const NAMED = 10;

/** What held the event loop since the service was started. */
export class HeldLoop {
  #times = 0;
  #longest = 0;
  #last: { at: Date; hold: LoopHold } | null = null;

  add(hold: LoopHold, at: Date): void {
    this.#times += 1;
    this.#longest = Math.max(this.#longest, hold.milliseconds);
    this.#last = { at, hold };
  }

  /** Describes it for the status; null if the loop was never held. */
  describe(): ControlPlaneStatus["unresponsive"] {
    if (this.#last === null) return null;
    const { at, hold } = this.#last;
    const [times, longestMilliseconds] = [this.#times, this.#longest];
    const often = times === 1
      ? "the only time since its start"
      : `one of ${times} times since its start, at most ${longestMilliseconds} ms`;
    return {
      times,
      longestMilliseconds,
      lastAt: at.toISOString(),
      lastMilliseconds: hold.milliseconds,
      lastDuring: [...hold.during.slice(0, NAMED)],
      detail: `At ${at.toISOString()}, the service answered nobody for ${describeHold(hold)} (${often}).`,
    };
  }
}

/** Says how long a turn held the event loop and what was under way, as the end of a sentence. */
export const describeHold = ({ milliseconds, during }: LoopHold): string =>
  `${milliseconds} ms of its own work, during ${
    during.length > 0 ? during.slice(0, NAMED).join(", ") : "work without a name"
  }`;
