import type { ClockReading } from "../../services/ground/clock/jump.ts";
import type { Pause } from "../../services/ground/kernel/pause.ts";

type Sleeper = { until: number; wake: () => void };

/** When histories begin: on an ordinary day, and before the clocks change in New York and in Berlin. */
const STARTS = [
  "2026-03-02T08:00:00.000Z",
  "2026-03-08T05:30:00.000Z",
  "2026-03-28T23:30:00.000Z",
  "2026-10-24T23:00:00.000Z",
  "2026-11-01T04:30:00.000Z",
] as const;

/** When the history of a seed begins. */
export const startBy = (seed: number): string => STARTS[seed % STARTS.length]!;

/** The clocks of a simulated machine, and whoever sleeps by them. Time passes only when it is told to. */
export class SimulatedClocks {
  #wall: number;
  #elapsed = 0;
  #slept = 0;
  /** In the order in which they went to sleep. */
  readonly #sleepers = new Set<Sleeper>();

  constructor(start: string) {
    this.#wall = Date.parse(start);
  }

  readonly now = () => new Date(this.#wall);
  readonly readClocks = (): ClockReading => ({
    wall: this.#wall,
    elapsed: this.#elapsed,
    sinceBoot: this.#elapsed + this.#slept,
  });

  readonly pause: Pause = (milliseconds, signal) => {
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper = { until: this.#elapsed + milliseconds, wake: resolve };
    this.#sleepers.add(sleeper);
    const abort = () => {
      this.#sleepers.delete(sleeper);
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    return promise.finally(() => signal.removeEventListener("abort", abort));
  };

  /** How many sleep. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Lets time pass, but not beyond the moment at which the next sleeper wakes, who is woken then. Returns what is left. */
  pass(milliseconds: number): number {
    let next: Sleeper | null = null;
    for (const sleeper of this.#sleepers) if (next === null || sleeper.until < next.until) next = sleeper;
    const passed = next === null
      ? milliseconds
      : Math.min(milliseconds, Math.max(0, next.until - this.#elapsed));
    this.#wall += passed;
    this.#elapsed += passed;
    if (next !== null && next.until <= this.#elapsed) {
      this.#sleepers.delete(next);
      next.wake();
    }
    return milliseconds - passed;
  }

  /** The machine sleeps: only the wall clock and the one since boot go on. */
  sleep(milliseconds: number): void {
    this.#wall += milliseconds;
    this.#slept += milliseconds;
  }

  /** Someone sets the wall clock, ahead or back. */
  set(milliseconds: number): void {
    this.#wall += milliseconds;
  }
}
