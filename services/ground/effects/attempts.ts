import { singleFlight } from "../kernel/single_flight.ts";
import type { Boundary } from "../kernel/subject.ts";
import type { Attempt } from "./effect.ts";

/** What a part does when the service stops: it ends its attempts, or waits until they have ended by themselves. */
type AtStop = "abort" | "finish";

/** The attempts of a part's effects that are in progress: one for each effect, which all its callers share. */
export class Attempts {
  readonly #stopping = new AbortController();
  readonly #inProgress = new Map<string, Promise<unknown>>();

  constructor(readonly atStop: AtStop, readonly boundary: Boundary = () => {}) {}

  /** Whether the service is stopping, so that nothing new is begun. */
  get stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Makes an attempt, or joins the one in progress. `key` names the effect among all of the part. */
  once<Value>(key: string, work: (attempt: Attempt) => Promise<Value>): Promise<Value> {
    const attempt = { signal: this.#stopping.signal, boundary: this.boundary };
    return singleFlight(this.#inProgress as Map<string, Promise<Value>>, key, () => work(attempt));
  }

  /** Whether an attempt is in progress. */
  has = (key: string): boolean => this.#inProgress.has(key);

  /** Resolves when no attempt at the effect is in progress, however it ends. */
  async settled(key: string): Promise<void> {
    await this.#inProgress.get(key)?.catch(() => {});
  }

  /** Resolves when nothing is in progress. What is not complete continues after the next start. */
  async stop(): Promise<void> {
    if (this.atStop === "abort") this.#stopping.abort();
    await Promise.allSettled(this.#inProgress.values());
  }
}
