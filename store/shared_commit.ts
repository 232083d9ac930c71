import type { Database } from "./database.ts";
import type { Moment } from "./in_place.ts";

type Batch = {
  durable: Promise<void>;
  done: () => void;
  fail: (cause: unknown) => void;
  cause?: unknown;
  after: (() => void)[];
};

/** How the store takes part in batches; what `committing` writes is part of the batch. */
type BatchHooks = { committing: () => void; committed: () => void; lost: () => void };

/** Why recording has stopped, and whether what is stored may still be read. */
type Halt = { cause: Error; readable: boolean };

/**
 * Many units of work with one fsync: the first unit of a turn opens a transaction, each unit runs in its own savepoint,
 * and the commit follows from `setImmediate` (`setTimeout(0)` would cost a single client nine tenths of its speed).
 */
export class SharedCommit {
  #batch: Batch | null = null;
  #halt: Halt | null = null;

  /**
   * Looks at the files: before a commit writes to them, and after it, before the batch counts as durable. Returns why
   * nothing can be kept there, or null. `committing` is inside of the transaction.
   */
  verify: (moment: Moment) => Error | null = () => null;

  /** Called after the store has emptied its write-ahead log. */
  logEmptied: () => void = () => {};

  constructor(readonly database: Database, readonly hooks: BatchHooks) {}

  /** Why recording has stopped; null during normal operation. */
  get halted(): Halt | null {
    return this.#halt;
  }

  /** Why reading has stopped; null while it is allowed. */
  get unreadable(): Error | null {
    return this.#halt?.readable === false ? this.#halt.cause : null;
  }

  /** Refuses all further units, and what is not durable yet, until a restart. The first cause is kept. */
  halt(halt: Halt): void {
    this.#halt ??= halt;
  }

  /**
   * Runs `work` now. `durable` resolves when its batch is on disk, and rejects if the batch was lost. An error in
   * `work` undoes only this unit. An async function is refused: its later half would run outside of the savepoint.
   */
  unit<T>(work: () => T): { value: T; durable: Promise<void> } {
    if (this.#halt) throw this.#halt.cause;
    const batch = this.#batch ??= this.#begin();
    if (batch.cause) throw batch.cause;
    try {
      const value = this.database.savepoint(() => {
        const value = work();
        if (value instanceof Promise) throw new TypeError("a unit of work must be synchronous");
        return value;
      });
      return { value, durable: batch.durable };
    } catch (cause) {
      // SQLite may have rolled back the whole transaction (disk full, I/O error); then the other units are lost too.
      if (!this.database.inTransaction) batch.cause ??= cause;
      throw cause;
    }
  }

  /** Readers await this before they answer, because they may have seen rows of the open batch. */
  durable(): Promise<void> {
    if (this.unreadable) return Promise.reject(this.unreadable);
    return this.#batch?.durable ?? Promise.resolve();
  }

  /** Runs `work` once no batch is open: now, or right after the open one is committed or lost, before another can begin. */
  betweenBatches(work: () => void): void {
    if (this.#batch) this.#batch.after.push(work);
    else work();
  }

  #begin(): Batch {
    this.database.begin();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {}); // callers that need it await it; others need not
    const batch: Batch = { durable: promise, done: resolve, fail: reject, after: [] };
    setImmediate(() => {
      const committed = this.#end(batch);
      for (const work of batch.after) work();
      if (committed) this.hooks.committed();
    });
    return batch;
  }

  /** Commits a batch and settles its promise, which is seen only after this turn. Returns whether it is on disk. */
  #end(batch: Batch): boolean {
    this.#batch = null;
    try {
      if (batch.cause) throw batch.cause;
      if (this.#halt) throw this.#halt.cause;
      this.hooks.committing();
      this.#requireFiles("committing"); // a checkpoint at this commit would copy what was cut off the log
      this.database.commit();
    } catch (cause) {
      this.database.rollback();
      this.#forget();
      batch.fail(cause);
      return false;
    }
    try {
      this.#requireFiles("committed");
    } catch (cause) {
      batch.fail(cause);
      return false;
    }
    batch.done();
    return true;
  }

  /** What was read of a lost batch is read again. If that fails, nothing that is left in memory can be trusted. */
  #forget(): void {
    if (!this.database.isOpen || this.unreadable) return;
    try {
      this.hooks.lost();
    } catch (cause) {
      this.halt({ cause: cause instanceof Error ? cause : new Error(String(cause)), readable: false });
    }
  }

  #requireFiles(moment: Moment): void {
    const cause = this.verify(moment);
    if (cause === null) return;
    this.halt({ cause, readable: false });
    throw cause;
  }
}
