/** How many rows wait at most before they are inserted. */
export const MAX_QUEUED = 256;

/** How many rows one statement inserts: few sizes, so that few statements are prepared. */
const SIZES = [32, 16, 8, 4, 2, 1] as const;

/** Where rows are inserted: `columns` in parentheses if not all are given, `conflict` the clause for rows that exist. */
export class RowTarget {
  readonly #sql = new Map<number, string>();

  constructor(readonly table: string, readonly columns: string = "", readonly conflict: string = "") {}

  /** Returns the statement that inserts so many rows of so many values. */
  sql(rows: number, width: number): string {
    let sql = this.#sql.get(rows);
    if (sql === undefined) {
      const row = `(${Array(width).fill("?").join(", ")})`;
      const all = Array(rows).fill(row).join(", ");
      sql = `insert into ${this.table} ${this.columns} values ${all} ${this.conflict}`;
      this.#sql.set(rows, sql);
    }
    return sql;
  }
}

/** A row that waits to be inserted, with a value for each of its columns. */
export type QueuedRow<Value> = { target: RowTarget; values: readonly Value[] };

/** Returns the statements that insert the rows; those of one table keep their order. */
export function* insertStatements<Value>(
  rows: readonly QueuedRow<Value>[],
): Generator<{ sql: string; values: Value[] }> {
  for (const [target, ofTarget] of Map.groupBy(rows, ({ target }) => target)) {
    let at = 0;
    for (const size of SIZES) {
      for (; ofTarget.length - at >= size; at += size) {
        const part = ofTarget.slice(at, at + size);
        yield { sql: target.sql(size, part[0]!.values.length), values: part.flatMap(({ values }) => values) };
      }
    }
  }
}
