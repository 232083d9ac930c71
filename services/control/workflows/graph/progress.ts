/** The iteration of a loop that is under way, and the outputs of the one before. */
type LoopIteration = { iteration: number; last: unknown };

/**
 * What need not be decided again as long as no record of an ended execution changes: without it, each decision would
 * look at all that has ended before.
 */
export class DecisionProgress {
  readonly #over = new Set<string>();
  readonly #reached = new Map<string, LoopIteration>();

  /** Returns whether everything in the frame with this prefix has ended; asks `look` until it has. */
  isOver(prefix: string, look: () => boolean): boolean {
    if (this.#over.has(prefix)) return true;
    const isOver = look();
    if (isOver) this.#over.add(prefix);
    return isOver;
  }

  /** Returns where the loop at a path is. */
  reached(path: string): LoopIteration {
    return this.#reached.get(path) ?? { iteration: 1, last: {} };
  }

  /** Records that the loop at a path continues with an iteration. */
  reach(path: string, reached: LoopIteration): void {
    this.#reached.set(path, reached);
  }

  /** Forgets everything, as some executions are to be done again. */
  forget(): void {
    this.#over.clear();
    this.#reached.clear();
  }
}
