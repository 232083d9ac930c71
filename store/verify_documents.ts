import type { Database } from "./database.ts";
import { EVENT_COLUMNS, eventOfRow, type EventRow, splitStream } from "./event.ts";
import { documentsTable } from "./projector.ts";
import { registry } from "./registry.ts";
import type { AnyStream } from "./stream.ts";
import { recordOf } from "./shared/records.ts";

/** Streams by name, from `from` up to but without `to`. */
export type StreamRange = { from: string; to: string | null };

/** What the streams of a range fold to: kinds whose documents differ, and numbers that add up over all ranges. */
export type Documents = {
  differences: string[];
  /** Streams, documents, and documents by the field that a kind is counted by: each by kind. */
  streams: Record<string, number>;
  documents: Record<string, number>;
  counts: Record<string, Record<string, number>>;
};

const PAGE = 1000;

/** Folds the streams of a range one after the other, in memory, and compares each document with the stored one. */
export function foldDocuments(
  database: Database,
  { from, to }: StreamRange,
  compare: boolean,
  read: (entries: number) => void,
): Documents {
  const found = new Comparison(database, compare);
  for (let [stream, version, more] = [from, 0, true]; more;) {
    const rows = database.all<EventRow>(
      `select ${EVENT_COLUMNS.join()} from events where (stream, version) > (?, ?) ${
        to === null ? "" : "and stream < ?"
      }
       order by stream, version limit +?`,
      ...[stream, version, ...(to === null ? [] : [to]), PAGE],
    );
    for (const row of rows) found.add(row);
    [stream, version] = [rows.at(-1)?.stream ?? stream, rows.at(-1)?.version ?? version];
    more = rows.length === PAGE;
    read(rows.length);
  }
  return found.end();
}

class Comparison {
  readonly #found: Documents = { differences: [], streams: {}, documents: {}, counts: {} };
  #stream = "";
  #definition: AnyStream | null = null;
  #document: object | null = null;
  #version = 0;

  constructor(readonly database: Database, readonly compare: boolean) {}

  add(row: EventRow): void {
    if (row.stream !== this.#stream) this.#begin(row.stream);
    if (row.data === null) return; // an erased event leaves nothing
    this.#document = this.#definition!.evolve(this.#document, eventOfRow(row));
    this.#version = row.version;
  }

  end(): Documents {
    this.#finish();
    return this.#found;
  }

  #begin(stream: string): void {
    this.#finish();
    const { kind } = splitStream(stream);
    const definition = registry.streams[kind];
    if (!definition) throw new Error(`No stream kind "${kind}" is declared, but the log has ${stream}.`);
    [this.#stream, this.#definition, this.#document, this.#version] = [stream, definition, null, 0];
    increase(this.#found.streams, kind);
  }

  #finish(): void {
    if (this.#definition === null) return;
    const { kind, id } = splitStream(this.#stream);
    const { countBy } = this.#definition;
    const document = this.#document;
    if (document) increase(this.#found.documents, kind);
    const value = document && countBy ? recordOf(document)[countBy] : undefined;
    if (value !== null && value !== undefined) increase(this.#found.counts[kind] ??= {}, String(value));
    if (this.compare && !this.#isStored(kind, id)) this.#differs(documentsTable(kind));
    this.#definition = null;
  }

  #isStored(kind: string, id: string): boolean {
    const stored = this.database.get<{ version: number; body: string }>(
      `select version, body from ${documentsTable(kind)} where id = ?`,
      id,
    );
    if (this.#document === null) return stored === undefined;
    return stored?.version === this.#version && stored.body === JSON.stringify(this.#document);
  }

  #differs(table: string): void {
    if (!this.#found.differences.includes(table)) this.#found.differences.push(table);
  }
}

const increase = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** Compares what all ranges together have with the tables: documents without a stream, counts, and short numbers. */
export function compareTotals(database: Database, ranges: readonly Documents[]): string[] {
  const streams = sum(ranges.map(({ streams }) => streams));
  const documents = sum(ranges.map(({ documents }) => documents));
  const kinds = Object.values(registry.streams);
  const differing = new Set(ranges.flatMap(({ differences }) => differences));
  for (const { kind } of kinds) {
    const table = documentsTable(kind);
    const { n } = database.get<{ n: number }>(`select count(*) as n from ${table}`)!;
    if (n !== (documents[kind] ?? 0)) differing.add(table);
    const stored = database.all<{ value: string; n: number }>(
      "select value, n from document_counts where kind = ? and n > 0",
      kind,
    );
    const counts = sum(ranges.map((range) => range.counts[kind] ?? {}));
    const equal = stored.length === Object.keys(counts).length &&
      stored.every(({ value, n }) => counts[value] === n);
    if (!equal) differing.add("document_counts");
  }
  const known = new Set(kinds.map(({ kind }) => kind));
  const others = database.all<{ kind: string }>("select distinct kind from document_counts where n > 0");
  if (others.some(({ kind }) => !known.has(kind))) differing.add("document_counts");
  if (!areNumbered(database, streams)) differing.add("document_numbers");
  return [...differing];
}

function sum(parts: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const part of parts) {
    for (const [key, n] of Object.entries(part)) total[key] = (total[key] ?? 0) + n;
  }
  return total;
}

/** Whether the streams of each numbered kind have the numbers 1, 2, 3 … in the order of their first entries. */
function areNumbered(database: Database, streams: Record<string, number>): boolean {
  const expected = Object.values(registry.streams).filter(({ numbered }) => numbered)
    .reduce((all, { kind }) => all + (streams[kind] ?? 0), 0);
  const { found, ordered } = database.get<{ found: number; ordered: number }>(
    `select count(*) as found, coalesce(sum(number = place and seq is not null), 0) as ordered from (
       select n.number, e.seq, row_number() over (partition by n.kind order by e.seq) as place
       from document_numbers n left join events e on e.stream = n.kind || '/' || n.id and e.version = 1)`,
  )!;
  return found === expected && ordered === expected;
}
