/** What is being sent: all of it ends when the service does. */
export class Sender {
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();

  /** Does work that `stop` aborts and waits for. */
  async during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const working = work(this.#stopping.signal);
    this.#underWay.add(working);
    try {
      return await working;
    } finally {
      this.#underWay.delete(working);
    }
  }

  /** Resolves with nothing where the service stops meanwhile: what was to be sent is sent after the next start. */
  async whileRunning(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    await this.during(work).catch((cause) => {
      if (!this.#stopping.signal.aborted) throw cause;
    });
  }

  /** Ends what is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#underWay);
  }
}
