import type { Database } from "./database.ts";
import { splitStream, type StoredEvent } from "./event.ts";
import { HandlerIndex } from "./handlers.ts";
import type { AnyStream } from "./stream.ts";
import { Recent } from "./recent.ts";
import { Tables, type ViewDefinition } from "./view.ts";

/** All streams and views. An event of an unknown kind is an error. */
export type Registry = { streams: Record<string, AnyStream>; views: readonly ViewDefinition[] };

/** How many documents stay in memory. A run and all that belongs to it is far fewer. */
const RECENT = 1024;

/** Documents of a kind are in their own table, so that writing one changes only its own indexes. */
export const documentsTable = (kind: string): string => `documents_${kind}`;

/** The JSON expression, which an index and its queries must share to the letter. */
export const fieldExpression = (field: string): string => `json_extract(body, '$.${field}')`;

/**
 * Folds events into documents and views, in the live tables or, with a prefix, in those of a rebuild. The caller owns
 * the transaction.
 */
export class Projector {
  readonly tables: Tables;
  readonly #recent = new Recent<object>(RECENT);
  readonly #handlers: HandlerIndex<Tables>;
  readonly #deferredHandlers: HandlerIndex<Tables>;
  #deferred: StoredEvent[] = [];

  constructor(database: Database, readonly registry: Registry, prefix: string = "") {
    this.tables = new Tables(database, prefix);
    const foldsOf = (deferred: boolean) =>
      registry.views.filter((view) => (view.deferred ?? false) === deferred).flatMap(({ folds }) => folds);
    this.#handlers = new HandlerIndex(foldsOf(false));
    this.#deferredHandlers = new HandlerIndex(foldsOf(true));
  }

  /** Returns a function that undoes the writes that follow in memory. */
  mark(): () => void {
    const events = this.#deferred;
    const { length } = events;
    return () => {
      this.#recent.clear();
      this.#deferred = events;
      events.length = length;
    };
  }

  /**
   * Folds events of one stream that follow each other; deferred views wait for `settle`. An erased event (`data: null`)
   * leaves nothing.
   */
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
      if (this.#deferredHandlers.of(kind, event.type).length > 0) this.#deferred.push(event);
    }
  }

  /** Folds what has been applied since the last call into deferred views: before a commit, and before an erasure. */
  settle(): void {
    const events = this.#deferred;
    this.#deferred = [];
    for (const event of events) {
      const { kind } = splitStream(event.stream);
      for (const handle of this.#deferredHandlers.of(kind, event.type)) handle(this.tables, event);
    }
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

  /** Clears the cache: everything that is not committed was undone. */
  forget(): void {
    this.#recent.clear();
    this.#deferred = [];
  }

  #fold(stream: AnyStream, id: string, events: readonly StoredEvent[]): void {
    const last = events.at(-1);
    if (!last) return;
    const before = events[0]!.version === 1 ? null : this.read(stream.kind, id);
    const after = events.reduce(
      (document, event) => stream.evolve(document, event as never) as object | null,
      before,
    );
    this.#write(stream, id, before, after, last.version);
  }

  #write(stream: AnyStream, id: string, before: object | null, after: object | null, version: number): void {
    const table = `{${documentsTable(stream.kind)}}`;
    if (after === null) {
      if (before) this.tables.run(`delete from ${table} where id = ?`, id);
      this.#recent.delete(`${stream.kind}/${id}`);
    } else if (after === before) {
      this.tables.run(`update ${table} set version = ? where id = ?`, version, id);
    } else if (before) {
      const body = JSON.stringify(after);
      this.tables.run(`update ${table} set version = ?, body = ? where id = ?`, version, body, id);
    } else {
      const body = JSON.stringify(after);
      this.tables.run(`insert into ${table} (id, version, body) values (?, ?, ?)`, id, version, body);
    }
    if (after && after !== before) this.#recent.set(`${stream.kind}/${id}`, after);
    if (stream.countBy) this.#count(stream, before, after);
  }

  #number(kind: string, id: string): void {
    this.tables.run(
      `insert into {document_numbers} (kind, number, id)
       values (?, (select coalesce(max(number), 0) + 1 from {document_numbers} where kind = ?), ?)`,
      kind,
      kind,
      id,
    );
  }

  #count(stream: AnyStream, before: object | null, after: object | null): void {
    const field = stream.countBy as string;
    const [old, now] = [before, after].map((document) =>
      document ? String((document as Record<string, unknown>)[field]) : null
    );
    if (old === now) return;
    for (const [value, change] of [[old, -1], [now, 1]] as const) {
      if (value === null || value === undefined) continue;
      this.tables.run(
        "insert into {document_counts} (kind, value, n) values (?, ?, ?) on conflict (kind, value) do update set n = n + excluded.n",
        stream.kind,
        value,
        change,
      );
    }
  }
}
