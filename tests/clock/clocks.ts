import type { ClockReading } from "../../services/ground/clock/jump.ts";
import type { Pause } from "../../services/ground/kernel/pause.ts";

type Sleeper = { milliseconds: number; resolve: () => void };

/** The clocks of a machine that a test moves, and the sleeps of whoever waits by them. */
export class TestClocks {
  wall = Date.parse("2026-01-02T03:04:05.000Z");
  elapsed = 1_000;
  slept = 0;
  #sleeper: Sleeper | null = null;
  #asleep = Promise.withResolvers<Sleeper>();

  readonly now = () => new Date(this.wall);
  readonly readClocks = (): ClockReading => ({
    wall: this.wall,
    elapsed: this.elapsed,
    sinceBoot: this.elapsed + this.slept,
  });

  readonly pause: Pause = (milliseconds, signal) => {
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper = this.#sleeper = { milliseconds, resolve };
    signal.addEventListener("abort", () => {
      if (this.#sleeper === sleeper) {
        this.#sleeper = null;
        this.#asleep = Promise.withResolvers();
      }
      reject(signal.reason);
    }, { once: true });
    this.#asleep.resolve(sleeper);
    return promise;
  };

  /** Resolves once somebody sleeps, with how long that is to be. */
  async sleeping(): Promise<number> {
    return (await this.#asleep.promise).milliseconds;
  }

  /** Lets time pass while the machine is awake. */
  pass(milliseconds: number): void {
    this.wall += milliseconds;
    this.elapsed += milliseconds;
  }

  /** Wakes who sleeps after as long as they wanted to, and resolves when they sleep again, with how long that is to be. */
  async wake(): Promise<number> {
    const sleeper = await this.#asleep.promise;
    this.#sleeper = null;
    this.#asleep = Promise.withResolvers();
    this.pass(sleeper.milliseconds);
    sleeper.resolve();
    return await this.sleeping();
  }
}

/** Clocks that move by up to three milliseconds whenever they are read, as those of a machine that is working do. */
export class TickingClocks {
  wall = Date.parse("2026-01-02T03:04:05.000Z");
  elapsed = 1_000;
  #reads = 0;
  #reached = () => false;
  #done = Promise.withResolvers<void>();

  readonly now = () => {
    this.#pass(this.#reads++ % 4);
    return new Date(this.wall);
  };
  readonly readClocks = (): ClockReading => ({ wall: this.wall, elapsed: this.elapsed, sinceBoot: null });

  /** Sleeping takes no time, but as long as the sleeper wants by these clocks. */
  readonly pause: Pause = async (milliseconds, signal) => {
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    this.#pass(milliseconds);
    if (this.#reached()) this.#done.resolve();
  };

  /** Resolves once something is so at the end of a sleep; rejects if it is not by a given time. */
  async until(isSo: () => boolean, deadline: number): Promise<void> {
    this.#done = Promise.withResolvers();
    this.#reached = () => {
      if (this.wall > deadline) this.#done.reject(new Error("It has not happened in time."));
      return isSo();
    };
    await this.#done.promise;
  }

  #pass(milliseconds: number): void {
    this.wall += milliseconds;
    this.elapsed += milliseconds;
  }
}
