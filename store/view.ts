import type { Database, SqlValue } from "./database.ts";
import { type Fold, handlersOf } from "./handlers.ts";

/**
 * A SQL table of a view. `columns` is the body of its `create table`; an index is a list of columns. A full-text table
 * stores its own copy of the text, and deleting leaves nothing behind.
 */
export type ViewTable<How extends ErasedBy = ErasedBy> = {
  columns: string;
  indexes?: readonly string[];
  virtual?: "fts5";
  /** How its rows are erased with their owner. */
  erasedBy: How;
};

/** Columns that name the owners of a row: a run's id, and the id of a stream of each kind that the rows come from. */
export type OwnerColumns =
  | { run: string; streams?: Readonly<Record<string, string>> }
  | { streams: Readonly<Record<string, string>> };

/** By columns; not at all, for the given reason; or by the view's own `erase`, if rows are sums or text next to rows. */
export type ErasedBy = OwnerColumns | { kept: string } | "view";

/** What a view does when an owner is erased. Without `stream`, no stream that it folds can be erased alone. */
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
  /** Pure except for the view's own tables; ids derive from `event.seq`, never from a clock or a random source. */
  folds: readonly Fold<Tables>[];
  /**
   * Folds at the end of the batch instead of in the unit, still in the same transaction: SQLite writes the pending rows
   * of a full-text table at every savepoint. No unit may read what it folds itself.
   */
  deferred?: true;
  /** A `table.column` with hashes of artifacts: an artifact named there is still in use. */
  artifactColumn?: { table: string; column: string };
};

/** Declares a view. */
export const defineView = (definition: ViewDefinition): ViewDefinition => definition;

/** Declares what a view does with the events of a stream. Each handler gets the event as the stream's schema types it. */
export const on = handlersOf<Tables>();

/**
 * SQL over projection tables that are named in braces, `select … from {run_artifacts}`, so that one statement serves
 * the live tables and those of a rebuild in progress.
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
