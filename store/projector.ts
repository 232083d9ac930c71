import type { Database } from "./database.ts";
import { splitStream, type StoredEvent } from "./event.ts";
import { HandlerIndex } from "./handlers.ts";
import type { LazyViews } from "./lazy_views.ts";
import type { AnyStream } from "./stream.ts";
import { RowTarget } from "./queued_rows.ts";
import { Recent } from "./recent.ts";
import { Tables, type ViewDefinition } from "./view.ts";
import { Watchers } from "./watchers.ts";
import { recordOf } from "./shared/records.ts";

/** All streams and views. An event of an unknown kind is an error. */
export type Registry = { streams: Record<string, AnyStream>; views: readonly ViewDefinition[] };

/** How many documents stay in memory. A run and all that belongs to it is far fewer. */
const RECENT = 1024;

/** Documents of a kind are in their own table, so that writing one changes only its own indexes. */
export const documentsTable = (kind: string): string => `documents_${kind}`;

/** The JSON expression, which an index and its queries must share to the letter. */
export const fieldExpression = (field: string): string => `json_extract(body, '$.${field}')`;

/** What becomes of a document that exists. */
const REPLACED = "on conflict (id) do update set version = excluded.version, body = excluded.body";

/** Where a projector folds: with a prefix into the tables of a rebuild; without `lazy`, lazy views like all others. */
type Folding = { prefix?: string; lazy?: LazyViews };

/** Folds events into documents and views. The caller owns the transaction. */
export class Projector {
  readonly tables: Tables;
  readonly watchers = new Watchers();
  readonly #lazy: LazyViews | null;
  readonly #recent = new Recent<object>(RECENT);
  readonly #handlers: HandlerIndex<Tables>;
  /** What the number of documents with each value changes by; written by `writeCounts`. */
  readonly #counts = new Map<string, { kind: string; value: string; change: number }>();
  /** The next short number of each kind that was asked for. */
  readonly #numbers = new Map<string, number>();
  readonly #documents: ReadonlyMap<string, RowTarget>;
  readonly #numberRows: RowTarget;
  /** Short numbers that were given lately, by kind and id. */
  readonly #given = new Map<string, number>();

  constructor(readonly database: Database, readonly registry: Registry, { prefix = "", lazy }: Folding = {}) {
    this.#lazy = lazy ?? null;
    this.tables = new Tables(database, prefix, lazy && ((tables) => lazy.beforeUse(tables)));
    const kinds = Object.values(registry.streams).map(({ kind }) => kind);
    const columns = "(id, version, body)";
    this.#documents = new Map(
      kinds.map((kind) => [kind, new RowTarget(prefix + documentsTable(kind), columns, REPLACED)]),
    );
    this.#numberRows = new RowTarget(`${prefix}document_numbers`, "(kind, number, id)");
    const eager = registry.views.filter((view) => !lazy || !view.lazy);
    this.#handlers = new HandlerIndex(eager.flatMap(({ folds }) => folds));
  }

  /** Returns a function that undoes the writes that follow in memory, once they are undone in the tables. */
  mark(): () => void {
    const counts = [...this.#counts].map(([key, count]) => [key, { ...count }] as const);
    const { told } = this.watchers;
    return () => {
      this.forget(told);
      for (const [key, count] of counts) this.#counts.set(key, count);
    };
  }

  /** Folds events of one stream that follow each other. An erased event (`data: null`) leaves nothing. */
  apply(events: readonly StoredEvent[]): void {
    const [first] = events;
    if (!first) return;
    const { kind, id } = splitStream(first.stream);
    const stream = this.registry.streams[kind];
    if (!stream) throw new Error(`No stream kind "${kind}" is declared, but the log has ${first.stream}.`);
    // An erased one keeps its number, so that folding the log again gives the others theirs.
    if (stream.numbered && first.version === 1) this.#number(stream.kind, id);
    const left = events.filter((event) => event.data !== null);
    this.#fold(stream, id, left);
    for (const event of left) {
      for (const handle of this.#handlers.of(kind, event.type)) handle(this.tables, event);
      this.watchers.tell(kind, event);
    }
    this.#lazy?.moveHead(events.at(-1)!.seq);
  }

  /** Writes the counts that have changed: before a commit, and before they are read. */
  writeCounts(): void {
    for (const { kind, value, change } of this.#counts.values()) {
      if (change === 0) continue;
      this.tables.run(
        "insert into {document_counts} (kind, value, n) values (?, ?, ?) on conflict (kind, value) do update set n = n + excluded.n",
        kind,
        value,
        change,
      );
    }
    this.#counts.clear();
  }

  /** Folds everything that was applied, so that the tables can be compared or erased from. */
  catchUp(): void {
    this.writeCounts();
    this.#lazy?.catchUp();
  }

  /** Folds one stream again from the given events, which are what an erasure left. */
  refold(name: string, events: StoredEvent[]): void {
    const { kind, id } = splitStream(name);
    const stream = this.registry.streams[kind];
    if (!stream) return;
    this.#write(stream, id, this.read(kind, id), null, 0);
    this.#fold(stream, id, events.filter((event) => event.data !== null));
  }

  /** Returns the document as currently folded, frozen, or null. */
  read(kind: string, id: string): object | null {
    const known = this.#recent.get(`${kind}/${id}`);
    if (known) return known;
    const row = this.tables.get<{ body: string }>(
      `select body from {${documentsTable(kind)}} where id = ?`,
      id,
    );
    if (!row) return null;
    const document = JSON.parse(row.body);
    this.#recent.set(`${kind}/${id}`, document);
    return document;
  }

  /** Clears what is in memory: what was not committed, or what watchers were `told` since, was undone. */
  forget(told = 0): void {
    this.#recent.clear();
    this.#counts.clear();
    this.#numbers.clear();
    this.#given.clear();
    this.#lazy?.reload();
    this.watchers.undone(told);
  }

  /** Returns the short number of a document of a numbered stream; an erased one keeps it. Null if there is none. */
  numberOf(kind: string, id: string): number | null {
    return this.#given.get(`${kind}/${id}`) ??
      this.tables.get<{ number: number }>(
        "select number from {document_numbers} where kind = ? and id = ?",
        kind,
        id,
      )?.number ?? null;
  }

  #fold(stream: AnyStream, id: string, events: readonly StoredEvent[]): void {
    const last = events.at(-1);
    if (!last) return;
    const before = events[0]!.version === 1 ? null : this.read(stream.kind, id);
    const after = events.reduce((document, event) => stream.evolve(document, event), before);
    this.#write(stream, id, before, after, last.version);
  }

  #write(stream: AnyStream, id: string, before: object | null, after: object | null, version: number): void {
    const table = `{${documentsTable(stream.kind)}}`;
    if (after === null) {
      if (before) this.tables.run(`delete from ${table} where id = ?`, id);
      this.#recent.delete(`${stream.kind}/${id}`);
    } else if (after === before) {
      this.tables.run(`update ${table} set version = ? where id = ?`, version, id);
    } else {
      this.database.queue(this.#documents.get(stream.kind)!, id, version, JSON.stringify(after));
    }
    if (after && after !== before) this.#recent.set(`${stream.kind}/${id}`, after);
    if (stream.countBy) this.#count(stream, before, after);
  }

  #number(kind: string, id: string): void {
    const number = this.#numbers.get(kind) ?? this.tables.get<{ next: number }>(
      "select coalesce(max(number), 0) + 1 as next from {document_numbers} where kind = ?",
      kind,
    )!.next;
    this.#numbers.set(kind, number + 1);
    if (this.#given.size >= RECENT) this.#given.clear();
    this.#given.set(`${kind}/${id}`, number);
    this.database.queue(this.#numberRows, kind, number, id);
  }

  #count(stream: AnyStream, before: object | null, after: object | null): void {
    const field = stream.countBy ?? "";
    const [old, now] = [before, after].map((document) => document && String(recordOf(document)[field]));
    if (old === now) return;
    for (const [value, change] of [[old, -1], [now, 1]] as const) {
      if (value === null || value === undefined) continue;
      const key = `${stream.kind}/${value}`;
      const known = this.#counts.get(key);
      if (known) known.change += change;
      else this.#counts.set(key, { kind: stream.kind, value, change });
    }
  }
}
