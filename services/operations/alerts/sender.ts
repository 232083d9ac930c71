/** Sending in progress, all of which ends when the service does. */
export class Sender {
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();

  /** Runs work that `stop` aborts and waits for. */
  async during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const working = work(this.#stopping.signal);
    this.#underWay.add(working);
    try {
      return await working;
    } finally {
      this.#underWay.delete(working);
    }
  }

  /** Resolves without a value if the service stops meanwhile: the alert is then sent after the next start. */
  async whileRunning(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    await this.during(work).catch((cause) => {
      if (!this.#stopping.signal.aborted) throw cause;
    });
  }

  /** Stops the work in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#underWay);
  }
}
