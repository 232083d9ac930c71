/** Lets so many pieces of work go on at once; the others wait in the order in which they came, except for those that go first. */
export class Pool {
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(readonly total: number) {}

  get busy(): number {
    return this.#busy;
  }

  /** Resolves with the way to give the slot back. Rejects with the signal's reason when it is aborted first. */
  async acquire(signal: AbortSignal, isFirst = false): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#busy < this.total) this.#busy++;
    else {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const abort = () => {
        const at = this.#waiting.indexOf(resolve);
        if (at >= 0) {
          this.#waiting.splice(at, 1);
          reject(signal.reason);
        }
      };
      if (isFirst) this.#waiting.unshift(resolve);
      else this.#waiting.push(resolve);
      signal.addEventListener("abort", abort, { once: true });
      await promise.finally(() => signal.removeEventListener("abort", abort));
    }
    return () => this.#release();
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy--;
  }
}
