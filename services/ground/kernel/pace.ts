import { nextTurn } from "./next_turn.ts";

const MAX_TURN_MS = 8;

/** Yields to other work of the process when a loop of synchronous steps has run long enough. */
export class Pace {
  #started = performance.now();

  /** Waits for the next turn of the event loop if this one has lasted long enough. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#started < MAX_TURN_MS) return;
    await nextTurn();
    this.#started = performance.now();
  }
}
