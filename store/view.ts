import type { Database, SqlValue } from "./database.ts";
import { RowTarget } from "./queued_rows.ts";
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
type OwnerColumns =
  | { run: string; streams?: Readonly<Record<string, string>> }
  | { streams: Readonly<Record<string, string>> };

/** By columns; not at all, for the given reason; or by the view's own `erase`, if rows are sums or text next to rows. */
type ErasedBy = OwnerColumns | { kept: string } | "view";

/** What a view does when an owner is erased. Without `stream`, no stream that it folds can be erased alone. */
export type ViewErasure = {
  run: (tables: Tables, runId: string) => void;
  stream?: (tables: Tables, stream: string) => void;
  /**
   * For a lazy view: the table of what the others left because it takes long, with a row for each part. No read finds it any more;
   * `removeOne` removes one part and its row.
   */
  rest?: { table: string; removeOne: (tables: Tables) => void };
};

/** A read model across streams: tables that are filled in the transaction of the event itself, or later if it is lazy. */
export type ViewDefinition =
  & ViewBase
  & (
    | { tables: Readonly<Record<string, ViewTable<Exclude<ErasedBy, "view">>>>; erase?: never }
    | { tables: Readonly<Record<string, ViewTable>>; erase: ViewErasure }
  );

type ViewBase = {
  name: string;
  /** Raise it when `tables` or `folds` change what is stored: its events are then folded again at the next start. */
  version: number;
  /** Pure except for the view's own tables; ids derive from `event.seq`, never from a clock or a random source. */
  folds: readonly Fold<Tables>[];
  /** Folded after the unit, at the latest before it is read: for what no decision waits for. Reads its own tables alone. */
  lazy?: true;
  /** Its folds read documents too, as each event leaves them: it can only be folded again together with them. */
  readsDocuments?: true;
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
  readonly #sql = new Map<string, { text: string; tables: readonly string[] }>();
  readonly #targets = new Map<string, RowTarget>();

  /** `beforeUse` is called with the tables of each statement before it is executed. */
  constructor(
    readonly database: Database,
    readonly prefix: string = "",
    readonly beforeUse: (tables: readonly string[]) => void = () => {},
  ) {}

  /** Queues a row with a value for each of `columns`, or of all. Unless `conflict` is given, no other row may have its key. */
  queue(table: string, values: readonly SqlValue[], conflict = "", columns = ""): void {
    const key = `${table} ${conflict}`;
    let target = this.#targets.get(key);
    if (!target) this.#targets.set(key, target = new RowTarget(this.prefix + table, columns, conflict));
    this.database.queue(target, ...values);
  }

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
    if (!named) {
      named = {
        text: sql.replaceAll(NAMED, `${this.prefix}$1`),
        tables: [...sql.matchAll(NAMED)].map(([, table]) => table!),
      };
      this.#sql.set(sql, named);
    }
    this.beforeUse(named.tables);
    return named.text;
  }
}

/** A projection table in a statement. */
const NAMED = /\{(\w+)\}/g;

/** Returns whether a view has left some of what was erased. */
export const hasRest = (tables: Tables, { rest }: ViewErasure): boolean =>
  rest !== undefined && tables.get(`select 1 from {${rest.table}} limit 1`) !== undefined;
