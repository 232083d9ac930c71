import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { steady, withoutNuls } from "./driver_limits.ts";
import { insertStatements, MAX_QUEUED, type QueuedRow, type RowTarget } from "./queued_rows.ts";

/** A value that SQLite takes as a parameter. */
export type SqlValue = SQLInputValue;

/** A statement with the words of its text, among which are the tables that it uses. */
type Prepared = { statement: StatementSync; words: ReadonlySet<string> };

/** Work that is undone as a whole: with the number of queued rows that are older, and why its own could not be inserted. */
type Savepoint = { older: number; opened: boolean; failed: { cause: unknown } | null };

/**
 * One SQLite connection with its prepared statements. Only this module knows the driver. A statement is prepared once
 * per text and reused. Rows given to `queue` are inserted later, many by one statement, but before anything can see that.
 */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  #queued: QueuedRow<SqlValue>[] = [];
  readonly #queuedTables = new Set<string>();
  /** The work that is done now, the innermost last. */
  #savepoints: Savepoint[] = [];
  /** Why rows of work that had ended well could not be inserted: the transaction cannot be committed. */
  #lost: { cause: unknown } | null = null;

  #file: Deno.FsFile | null = null;

  constructor(readonly path: string, options: { readOnly?: boolean } = {}) {
    this.#connection = new DatabaseSync(path, { readOnly: options.readOnly ?? false });
  }

  /** Runs one or more statements without parameters or rows. */
  exec(sql: string): void {
    this.#beforeWrite();
    this.#connection.exec(sql);
  }

  /** Runs one statement; returns the number of rows that it changed. */
  run(sql: string, ...values: SqlValue[]): number {
    this.#beforeWrite();
    return this.execute(sql, values);
  }

  /** Executes a statement that writes, without a look at what is queued. All of them pass here, those of transactions too. */
  execute(sql: string, values: readonly SqlValue[] = []): number {
    return Number(this.#prepared(sql).statement.run(...withoutNuls(values)).changes);
  }

  /** Returns the first row, or undefined. The caller states the row's shape. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#beforeRead(sql).get(...withoutNuls(values)) as Row | undefined;
  }

  /** Returns all rows. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#beforeRead(sql).all(...withoutNuls(values)) as Row[];
  }

  /** Returns the first row without the rows that are queued: the caller knows those. */
  getStored<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#prepared(sql).statement.get(...withoutNuls(values)) as Row | undefined;
  }

  /**
   * Inserts a row before the transaction is committed, before its table is read and before anything else is written. For rows
   * that cannot be refused: the error would be that of all work in the transaction.
   */
  queue(target: RowTarget, ...values: SqlValue[]): void {
    if (!this.inTransaction) throw new Error("a row was queued outside of a transaction");
    this.#queued.push({ target, values });
    this.#queuedTables.add(target.table);
    if (this.#queued.length >= MAX_QUEUED) this.#beforeWrite();
  }

  /** Runs `work`, and undoes what it wrote if it throws. SQLite's savepoint is only opened when it writes. */
  savepoint<T>(work: () => T): T {
    const savepoint: Savepoint = { older: this.#queued.length, opened: false, failed: null };
    this.#savepoints.push(savepoint);
    try {
      const value = work();
      if (savepoint.failed) throw savepoint.failed.cause;
      if (savepoint.opened) this.execute("release work");
      return value;
    } catch (cause) {
      this.#queued.length = Math.min(this.#queued.length, savepoint.older);
      if (savepoint.opened && this.inTransaction) {
        this.execute("rollback to work");
        this.execute("release work");
      }
      throw cause;
    } finally {
      this.#savepoints.pop();
    }
  }

  /** Begins a transaction that no other connection can write beside. */
  begin(): void {
    this.execute("begin immediate");
  }

  /** Commits the transaction. If it throws, the caller rolls back. */
  commit(): void {
    this.#insertQueued(this.#queued.length, (cause) => this.#lost ??= { cause });
    if (this.#lost) throw this.#lost.cause;
    this.execute("commit");
  }

  /** Undoes the transaction, unless SQLite has done so. */
  rollback(): void {
    this.#queued = [];
    this.#queuedTables.clear();
    this.#lost = null;
    if (this.inTransaction) this.execute("rollback");
  }

  /** False once the connection is closed. */
  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** True inside a transaction; false again if SQLite rolled it back itself (disk full, I/O error). */
  get inTransaction(): boolean {
    return this.#connection.isOpen && this.#connection.isTransaction;
  }

  /** Runs `work` in its own transaction, which is rolled back when `work` throws. */
  transaction<T>(work: () => T): T {
    this.begin();
    try {
      const value = work();
      this.commit();
      return value;
    } catch (cause) {
      this.rollback();
      throw cause;
    }
  }

  /**
   * The file itself, for what SQLite cannot do. It stays open as long as the connection: closing any handle of the file
   * releases the locks that SQLite has on it in this process (POSIX).
   */
  get file(): Deno.FsFile {
    return this.#file ??= Deno.openSync(this.path, { read: true, write: true });
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
    this.#file?.close();
    this.#file = null;
  }

  #beforeRead(sql: string): StatementSync {
    const { statement, words } = this.#prepared(sql);
    for (const table of this.#queuedTables) if (words.has(table)) this.#beforeWrite();
    return statement;
  }

  /** Opens the savepoints of the work that is done now, each after the rows that are older than it, and inserts the rest. */
  #beforeWrite(): void {
    const lost = (cause: unknown) => this.#lost ??= { cause };
    for (const savepoint of this.#savepoints) {
      if (savepoint.opened) continue;
      if (!this.inTransaction) throw new Error("The transaction of this work was rolled back.");
      this.#insertQueued(savepoint.older, lost);
      this.execute("savepoint work");
      savepoint.opened = true;
    }
    const innermost = this.#savepoints.at(-1);
    this.#insertQueued(this.#queued.length, innermost ? (cause) => innermost.failed ??= { cause } : lost);
    this.#queuedTables.clear();
  }

  /** Inserts the oldest rows of the queue. `failed` is called with the error before it is thrown: the rows cannot come back. */
  #insertQueued(count: number, failed: (cause: unknown) => void): void {
    if (count === 0) return;
    const rows = this.#queued.splice(0, count);
    for (const savepoint of this.#savepoints) savepoint.older = Math.max(0, savepoint.older - count);
    if (!this.inTransaction) return; // SQLite has rolled it back, and nothing may be written outside of it
    try {
      for (const { sql, values } of insertStatements(rows)) this.execute(sql, values);
    } catch (cause) {
      failed(cause);
      throw cause;
    }
  }

  #prepared(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      prepared = { statement: this.#connection.prepare(steady(sql)), words: new Set(sql.match(/\w+/g)) };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}
