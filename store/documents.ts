import { documentsTable, fieldExpression, type Projector } from "./projector.ts";
import type { StreamOf } from "./stream.ts";
import type { Tables } from "./view.ts";
import { entriesOf } from "./shared/records.ts";

type Value = string | number | null;

/** The order of `find` and its limit: by id, which sorts by age. */
type PageOrder = { limit: number; offset?: number; newestFirst?: boolean; after?: string };

/** How many documents are read at once while a caller may still want more. */
const PAGE = 100;

/** SQLite's word for it. */
const NO_LIMIT = -1;

/** Reads folded documents. A document may come from a batch that is not on disk yet: see `EventStore.durable`. */
export class DocumentReader {
  readonly tables: Tables;

  constructor(readonly projector: Pick<Projector, "tables" | "read" | "writeCounts" | "numberOf">) {
    this.tables = projector.tables;
  }

  /** Returns the document, or null. It is shared, and frozen. */
  get<Doc extends object>(stream: StreamOf<Doc>, id: string): Doc | null {
    return this.projector.read(stream.kind, id) as Doc | null;
  }

  /** Returns whether the document exists. */
  has<Doc extends object>(stream: StreamOf<Doc>, id: string): boolean {
    return this.tables.get(`select 1 from {${documentsTable(stream.kind)}} where id = ?`, id) !== undefined;
  }

  /**
   * Returns the documents whose fields equal `where` (null: absent or null). The fields must be one of the stream's
   * indexes, so that no list ever scans; any other set throws.
   */
  find<Doc extends object>(
    stream: StreamOf<Doc>,
    where: Partial<Record<keyof Doc & string, Value>>,
    page: PageOrder,
  ): Doc[] {
    const { clauses, values } = conditionOf(stream, where);
    if (page.after !== undefined) {
      clauses.push(page.newestFirst ? "id < ?" : "id > ?");
      values.push(page.after);
    }
    return this.tables.all<{ body: string }>(
      `select body from {${documentsTable(stream.kind)}} where ${clauses.join(" and ")} order by id ${
        page.newestFirst ? "desc" : "asc"
      } limit +? offset +?`,
      ...values,
      page.limit,
      page.offset ?? 0,
    ).map((row) => JSON.parse(row.body));
  }

  /** Returns all documents that `find` finds, however many. For those of one record, or that people make one by one. */
  all<Doc extends object>(
    stream: StreamOf<Doc>,
    where: Partial<Record<keyof Doc & string, Value>>,
    order: Omit<PageOrder, "limit" | "offset"> = {},
  ): Doc[] {
    return this.find(stream, where, { ...order, limit: NO_LIMIT });
  }

  /** Yields what `all` returns, newest first, as far as the caller reads: for records whose number grows with time. */
  *newest<Doc extends object & { id: string }>(
    stream: StreamOf<Doc>,
    where: Partial<Record<keyof Doc & string, Value>>,
  ): Generator<Doc> {
    let after: string | undefined;
    do {
      const page = this.find(stream, where, { newestFirst: true, limit: PAGE, ...(after && { after }) });
      yield* page;
      after = page.length < PAGE ? undefined : page.at(-1)?.id;
    } while (after !== undefined);
  }

  /** Returns the short number of a document of a numbered stream; an erased one keeps it. */
  numberOf<Doc extends object>({ kind }: StreamOf<Doc>, id: string): number {
    const number = this.projector.numberOf(kind, id);
    if (number === null) throw new Error(`"${kind}/${id}" has no number.`);
    return number;
  }

  /** Returns the id of the document with a short number, or null. */
  idOfNumber<Doc extends object>({ kind }: StreamOf<Doc>, number: number): string | null {
    return this.tables.get<{ id: string }>(
      "select id from {document_numbers} where kind = ? and number = ?",
      kind,
      number,
    )?.id ?? null;
  }

  /**
   * Returns the documents whose fields equal `where` and whose field `by` is at least `from` and at most `until`, lowest first,
   * then by id. `where` followed by `by` must be one of the stream's indexes.
   */
  lowest<Doc extends object>(
    stream: StreamOf<Doc>,
    where: Partial<Record<keyof Doc & string, Value>>,
    by: keyof Doc & string,
    { from, until, limit, offset = 0 }: {
      from?: string | number;
      until?: string | number;
      limit: number;
      offset?: number;
    },
  ): Doc[] {
    const { clauses, values } = conditionOf(stream, where, by);
    const field = fieldExpression(by);
    if (from !== undefined) {
      clauses.push(`${field} >= ?`);
      values.push(from);
    }
    if (until !== undefined) {
      clauses.push(`${field} <= ?`);
      values.push(until);
    }
    return this.tables.all<{ body: string }>(
      `select body from {${documentsTable(stream.kind)}} where ${
        clauses.join(" and ")
      } order by ${field}, id limit +? offset +?`,
      ...values,
      limit,
      offset,
    ).map((row) => JSON.parse(row.body));
  }

  /**
   * Returns all documents by id with the number of events of each: while that is unchanged, so is the document. For
   * streams with few documents.
   */
  versions<Doc extends object>({ kind }: StreamOf<Doc>): string {
    const rows = this.tables.all<{ id: string; version: number }>(
      `select id, version from {${documentsTable(kind)}} order by id`,
    );
    return JSON.stringify(rows);
  }

  /**
   * Returns how many documents have each value of the stream's `countBy` field. Kept up to date with each event, never
   * counted.
   */
  counts<Doc extends object>(stream: StreamOf<Doc>): Record<string, number> {
    this.projector.writeCounts();
    const rows = this.tables.all<{ value: string; n: number }>(
      "select value, n from {document_counts} where kind = ? and n > 0 order by value",
      stream.kind,
    );
    return Object.fromEntries(rows.map((row) => [row.value, row.n]));
  }
}

/** Returns the condition that an index of the stream serves: `where`, with `last` as the index's last field if given. */
function conditionOf<Doc extends object>(
  stream: StreamOf<Doc>,
  where: Partial<Record<keyof Doc & string, Value>>,
  last?: string,
): { clauses: string[]; values: Value[] } {
  const equal = entriesOf(where);
  const fields = [...equal.map(([field]) => field), ...(last === undefined ? [] : [last])];
  const indexes: readonly (readonly string[])[] = stream.indexes;
  const index = indexes.find((names) =>
    names.length === fields.length && fields.every((field) => names.includes(field)) &&
    (last === undefined || names.at(-1) === last)
  );
  if (!index && fields.length > 0) throw new Error(`"${stream.kind}" has no index on ${fields.join(", ")}.`);
  return {
    // `is ?` and not `is null`: only the former uses the index.
    clauses: ["true", ...equal.map(([field]) => `${fieldExpression(field)} is ?`)],
    values: equal.map(([, value]) => value),
  };
}
