import type { ContentMarks, MarkedContent } from "./content_marks.ts";

/**
 * Content that was written but is not named by an event yet, by its hash: an erasure must not remove it meanwhile. What one piece of
 * work writes can be told from what others do.
 */
export class UnrecordedContent {
  readonly #writers: Map<string, number>;
  readonly #written: string[] = [];

  /** The marks last longer than the process. */
  constructor(readonly marks: ContentMarks, readonly all?: UnrecordedContent) {
    this.#writers = all ? all.#writers : new Map();
  }

  /** Returns the same for one piece of work. */
  ofWork(): UnrecordedContent {
    return new UnrecordedContent(this.marks, this);
  }

  /** Notes that content is being written. */
  add(hash: string): void {
    this.#writers.set(hash, (this.#writers.get(hash) ?? 0) + 1);
    if (this.all) this.#written.push(hash);
  }

  /** Notes that an event names it. */
  delete(hash: string): void {
    this.#writers.delete(hash);
  }

  has(hash: string): boolean {
    return this.#writers.has(hash);
  }

  /** Returns what is marked and not being written now: no event may name it. */
  marked(): MarkedContent[] {
    return this.marks.all().filter(({ hash }) => !this.has(hash));
  }

  /** Ends the mark of content that an event names or that is gone, but not of what is being written again. */
  unmark(hash: string): void {
    if (!this.has(hash)) this.marks.delete(hash);
  }

  /** Ends the work. Returns what it wrote and no event names, unless others are writing it, too. */
  abandon(): string[] {
    return this.#written.splice(0).filter((hash) => {
      const writers = this.#writers.get(hash) ?? 0;
      if (writers > 1) this.#writers.set(hash, writers - 1);
      else this.#writers.delete(hash);
      return writers === 1;
    });
  }
}
