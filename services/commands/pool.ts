/** Limits how many pieces of work run at once. The others wait in order of arrival, except those with priority. */
export class Pool {
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(readonly total: number) {}

  get busy(): number {
    return this.#busy;
  }

  /** Resolves with a function that releases the slot. Rejects with the signal's reason when it is aborted first. */
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
