import type { Database } from "./database.ts";
import { Recent } from "./recent.ts";
import { EVENT_COLUMNS, type EventLink, eventOfRow, type EventRow, type StoredEvent } from "./event.ts";

const SHOWN = EVENT_COLUMNS.join(", ");

/** Reads the log, always in its own order. */
export class EventReader {
  readonly #newest = new Recent<{ limit: number; events: readonly StoredEvent[] }>(256, 8192);

  constructor(readonly database: Database) {}

  /** Discards the cache for one run, or for all, because its events have changed. */
  forget(runId?: string): void {
    if (runId === undefined) this.#newest.clear();
    else this.#newest.delete(runId);
  }

  /** Returns the version of a stream's newest event; 0 if it has none. */
  versionOf(stream: string): number {
    return this.database.get<{ version: number | null }>(
      "select max(version) as version from events where stream = ?",
      stream,
    )?.version ?? 0;
  }

  /** The same of what is stored: without events that are still queued. */
  storedVersionOf(stream: string): number {
    return this.database.getStored<{ version: number | null }>(
      "select max(version) as version from events where stream = ?",
      stream,
    )?.version ?? 0;
  }

  /** Returns whether there is an event of a type after `seq`; reads every entry after it, but not its data. */
  hasAfter(seq: number, type: string): boolean {
    return this.database.get("select 1 from events where seq > ? and type = ? limit 1", seq, type) !==
      undefined;
  }

  /** Returns the names of the streams that sort last, one of each kind. */
  newestOfEach(kinds: readonly string[]): string[] {
    return kinds.flatMap((kind) => {
      const newest = "select max(stream) as stream from events where stream > ? and stream < ?";
      return this.database.get<{ stream: string | null }>(newest, `${kind}/`, `${kind}0`)?.stream ?? [];
    });
  }

  /** Returns the stream of an entry; null if there is no such entry. */
  streamAt(seq: number): string | null {
    return this.database.get<{ stream: string }>("select stream from events where seq = ?", seq)?.stream ??
      null;
  }

  /** Returns up to `limit` events after `seq`. */
  after(seq: number, limit: number): StoredEvent[] {
    return this.rowsAfter(seq, limit).map(eventOfRow);
  }

  /** The same as rows, with hashes and salts, for verification and rebuild. */
  rowsAfter(seq: number, limit: number): EventRow[] {
    return this.database.all<EventRow>(
      "select * from events where seq > ? order by seq limit +?",
      seq,
      limit,
    );
  }

  /** Returns one event of a stream; null if it does not exist or was erased. */
  at(stream: string, version: number): StoredEvent | null {
    const row = this.database.get<EventRow>(
      `select ${SHOWN} from events where stream = ? and version = ? and data is not null`,
      stream,
      version,
    );
    return row ? eventOfRow(row) : null;
  }

  /** Returns all events of a stream that are left. */
  ofStream(stream: string): StoredEvent[] {
    return this.database.all<EventRow>(
      `select ${SHOWN} from events where stream = ? order by version`,
      stream,
    ).map(
      eventOfRow,
    );
  }

  /** Returns the newest events of one stream, oldest first, without erased ones. */
  newestOfStream(stream: string, limit: number): StoredEvent[] {
    return this.database.all<EventRow>(
      `select ${SHOWN} from events where stream = ? and data is not null order by version desc limit +?`,
      stream,
      limit,
    ).map(eventOfRow).reverse();
  }

  /** Returns how many events of a stream were not erased. */
  countOfStream(stream: string): number {
    return this.database.get<{ n: number }>(
      "select count(*) as n from events where stream = ? and data is not null",
      stream,
    )!.n;
  }

  /** Returns a run's newest events about task sessions that are not in their own streams, oldest first. */
  aboutTasksOfRun(runId: string, limit: number): StoredEvent[] {
    return this.database.all<EventRow>(
      `select ${SHOWN} from events where run_id = ? and task_session_id is not null
       and stream <> 'task_session/' || task_session_id and data is not null order by seq desc limit +?`,
      runId,
      limit,
    ).map(eventOfRow).reverse();
  }

  /** Returns a run's events after `seq`, oldest first, without erased ones. */
  ofRun(runId: string, seq: number, limit: number): StoredEvent[] {
    return this.database.all<EventRow>(
      `select ${SHOWN} from events where run_id = ? and seq > ? and data is not null order by seq limit +?`,
      runId,
      seq,
      limit,
    ).map(eventOfRow);
  }

  /** Returns all events of a run of some types, oldest first, without erased ones. */
  ofRunOfTypes(runId: string, types: readonly string[]): StoredEvent[] {
    const wanted = `select ${SHOWN} from events where run_id = ? and type in (select value from json_each(?))
       and data is not null order by seq`;
    return this.database.all<EventRow>(wanted, runId, JSON.stringify(types)).map(eventOfRow);
  }

  /**
   * Returns the events of a type in a stream after an entry, up to and with another. Of those before or after, only the
   * index is read.
   */
  ofTypeBetween(stream: string, type: string, after: number, until: number): StoredEvent[] {
    return this.database.all<EventRow>(
      `select ${SHOWN} from events where stream = ? and +seq > ? and +seq <= ? and type = ?
       and data is not null order by version`,
      stream,
      after,
      until,
      type,
    ).map(eventOfRow);
  }

  /** Returns a conversation's events after `seq`, oldest first, with those of its runs; erased ones have no data. */
  ofConversation(conversationId: string, seq: number, limit: number): StoredEvent[] {
    return this.database.all<EventRow>(
      `select ${SHOWN} from events where conversation_id = ? and seq > ? order by seq limit +?`,
      conversationId,
      seq,
      limit,
    ).map(eventOfRow);
  }

  /** Returns a run's newest events, oldest first; shared, and frozen. */
  newestOfRun(runId: string, limit: number): readonly StoredEvent[] {
    const known = this.#newest.get(runId);
    if (known?.limit === limit) return known.events;
    const events = this.database.all<EventRow>(
      `select ${SHOWN} from events where run_id = ? and data is not null order by seq desc limit +?`,
      runId,
      limit,
    ).map(eventOfRow).reverse();
    this.#newest.set(runId, { limit, events }, 1 + events.length);
    return events;
  }

  /** Returns the sequence number of a run's newest event; 0 if it has none. Its cost does not grow with the run. */
  lastOfRun(runId: string): number {
    const newest = "select seq from events where run_id = ? order by seq desc limit 1";
    return this.database.get<{ seq: number }>(newest, runId)?.seq ?? 0;
  }

  /** Returns how many events a run has. Walks only the run's own index entries. */
  countOfRun(runId: string): number {
    return this.database.get<{ n: number }>("select count(*) as n from events where run_id = ?", runId)!.n;
  }

  /** Returns rows from `seq` on without data and salt: what links neighbouring entries. */
  linksFrom(seq: number, limit: number): EventLink[] {
    return this.database.all<EventLink>(
      `select seq, stream, version, type, at, actor, run_id, task_session_id, conversation_id, data_sha256, prev_hash, hash
       from events where seq >= ? order by seq limit +?`,
      seq,
      limit,
    );
  }

  /** Returns a run's rows with their hashes: the raw audit export. */
  rowsOfRun(runId: string): EventRow[] {
    return this.database.all<EventRow>("select * from events where run_id = ? order by seq", runId);
  }
}
