const MAX_TURN_MS = 8;

/** Lets other work of the process run when a loop of synchronous steps has held it for long enough. */
export class Pace {
  #started = performance.now();

  /** Waits for the next turn of the event loop if this one has lasted long enough. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#started < MAX_TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#started = performance.now();
  }
}
