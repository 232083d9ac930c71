import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

export type SqlValue = SQLInputValue;

/**
 * One SQLite connection with its prepared statements. Only this module knows the driver. A statement is prepared once
 * per text and reused.
 */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(readonly path: string, options: { readOnly?: boolean } = {}) {
    this.#connection = new DatabaseSync(path, { readOnly: options.readOnly ?? false });
  }

  /** Runs one or more statements without parameters or rows. */
  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  /** Runs one statement; returns the number of rows that it changed. */
  run(sql: string, ...values: SqlValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** Returns the first row, or undefined. The caller states the row's shape. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  /** Returns all rows. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
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
    this.exec("begin immediate");
    try {
      const value = work();
      this.exec("commit");
      return value;
    } catch (cause) {
      if (this.inTransaction) this.exec("rollback");
      throw cause;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, statement = this.#connection.prepare(steady(sql)));
    return statement;
  }
}

/** Returns whether SQLite refused a row because its key is taken (SQLITE_CONSTRAINT_UNIQUE). */
export const isUniqueViolation = (cause: unknown): boolean =>
  cause instanceof Error && (cause as { errcode?: number }).errcode === 2067;

/**
 * SQLite plans a statement again for every value bound to a bare `limit ?`, which costs more than most reads. With an
 * expression it does not.
 */
const steady = (sql: string): string => sql.replaceAll(/\b(limit|offset) \?/g, "$1 +?");
