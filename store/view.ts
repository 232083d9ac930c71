import type { Database, SqlValue } from "./database.ts";
import { type Fold, handlersOf } from "./handlers.ts";

/**
 * A SQL table of a view. `columns` is the body of its `create table`; an index is a list of columns. A full-text table keeps
 * its own copy of the text, and what is deleted from it leaves nothing behind.
 */
export type ViewTable<How extends ErasedBy = ErasedBy> = {
  columns: string;
  indexes?: readonly string[];
  virtual?: "fts5";
  /** How what was copied into it goes when its owner is erased. */
  erasedBy: How;
};

/** Columns that name the owners of a row: a run's id, and the id of a stream of each kind that the rows come from. */
export type OwnerColumns =
  | { run: string; streams?: Readonly<Record<string, string>> }
  | { streams: Readonly<Record<string, string>> };

/** By columns; not at all, for the reason given; or by the view's own `erase`, where rows are sums or text beside rows. */
export type ErasedBy = OwnerColumns | { kept: string } | "view";

/** What a view does itself when an owner is erased; without `stream` no stream that it folds can be erased alone. */
export type ViewErasure = {
  run: (tables: Tables, runId: string) => void;
  stream?: (tables: Tables, stream: string) => void;
};

/** A read model across streams: tables that are filled in the transaction of the event itself. */
export type ViewDefinition =
  & ViewBase
  & (
    | { tables: Readonly<Record<string, ViewTable<Exclude<ErasedBy, "view">>>>; erase?: never }
    | { tables: Readonly<Record<string, ViewTable>>; erase: ViewErasure }
  );

type ViewBase = {
  name: string;
  /** Raise it when `tables` or `folds` change what is stored: the log is then folded again at the next start. */
  version: number;
  /** Pure but for the view's own tables; ids derive from `event.seq`, never from a clock or a random source. */
  folds: readonly Fold<Tables>[];
  /**
   * Folds at the end of the batch instead of in the unit, still in the same transaction: SQLite writes what a full-text
   * table holds in memory at every savepoint. No unit may read what it folds itself.
   */
  deferred?: true;
  /** `table.column` that holds hashes of artifacts: a blob named there is still in use. */
  artifactColumn?: { table: string; column: string };
};

/** Declares a view. */
export const defineView = (definition: ViewDefinition): ViewDefinition => definition;

/** Declares what a view does with the events of a stream; each handler gets the event as the stream's schema types it. */
export const on = handlersOf<Tables>();

/**
 * SQL over projection tables that are named in braces, `select … from {run_artifacts}`, so that the same statement
 * serves the live tables and those of a rebuild that is under way.
 */
export class Tables {
  readonly #sql = new Map<string, string>();
  constructor(readonly database: Database, readonly prefix: string = "") {}

  run(sql: string, ...values: SqlValue[]): number {
    return this.database.run(this.#named(sql), ...values);
  }
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.database.get<Row>(this.#named(sql), ...values);
  }
  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.database.all<Row>(this.#named(sql), ...values);
  }

  #named(sql: string): string {
    let named = this.#sql.get(sql);
    if (!named) this.#sql.set(sql, named = sql.replaceAll(/\{(\w+)\}/g, `${this.prefix}$1`));
    return named;
  }
}
