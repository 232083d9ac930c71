import { GENESIS, hashData, hashEvent, newSalt } from "./chain.ts";
import { type Database, isUniqueViolation } from "./database.ts";
import { type Actor, type EventContext, type StoredEvent } from "./event.ts";
import { Projector, type Registry } from "./projector.ts";
import { SharedCommit } from "./shared_commit.ts";
import type { NewEvent, StreamDefinition } from "./stream.ts";
import { DocumentReader } from "./documents.ts";
import { EventReader } from "./events.ts";
import { prepareProjections } from "./rebuild.ts";
import { prepareSchema, readMeta, writeMeta } from "./schema.ts";

type Head = { seq: number; hash: string };

/** The metadata of an append. `at` is RFC 3339 in UTC. */
export type AppendMeta = EventContext & { actor: Actor; at: string; expectedVersion?: number };

/** Someone else appended to the stream first. */
export class ConcurrencyError extends Error {}

/**
 * The log and everything folded from it, on one connection. Writes go through `unit` or `commit`. Nothing that was read
 * or written may leave the process before `durable()` (or the unit's own promise) has resolved.
 */
export class EventStore {
  readonly documents: DocumentReader;
  readonly events: EventReader;
  readonly projector: Projector;
  /** Identifies this installation as the source of its events. */
  readonly installation: string;
  /** The shared commits; `halt` stops all recording. */
  readonly commits: SharedCommit;
  readonly #listeners = new Set<(events: StoredEvent[]) => void>();
  #head: Head;
  #uncommitted: StoredEvent[] = [];

  constructor(readonly database: Database, readonly registry: Registry) {
    prepareSchema(database);
    prepareProjections(database, registry);
    this.projector = new Projector(database, registry);
    this.documents = new DocumentReader(this.projector);
    this.events = new EventReader(database);
    const installation = readMeta(database, "installation");
    this.installation = installation ?? crypto.randomUUID();
    if (installation === null) writeMeta(database, "installation", this.installation);
    this.#head = this.#readHead();
    this.commits = new SharedCommit(database, {
      committing: () => this.projector.settle(),
      committed: () => this.#publish(),
      lost: () => {
        this.projector.forget();
        this.events.forget();
        this.#uncommitted = [];
        this.#head = this.#readHead();
      },
    });
  }

  /** The newest sequence number of the log, committed or not; 0 if it is empty. */
  get head(): number {
    return this.#head.seq;
  }

  /** The newest sequence and hash, which a backup manifest states. */
  get chainHead(): Head {
    return { ...this.#head };
  }

  /** Runs synchronous work in a savepoint of the current batch; `durable` is the promise of that batch. */
  unit<T>(work: () => T): { value: T; durable: Promise<void> } {
    const [head, count, undo] = [this.#head, this.#uncommitted.length, this.projector.mark()];
    try {
      return this.commits.unit(work);
    } catch (cause) {
      this.#head = head;
      undo();
      this.events.forget();
      this.#uncommitted.length = Math.min(count, this.#uncommitted.length);
      throw cause;
    }
  }

  /** Runs synchronous work and resolves once it is on disk. */
  async commit<T>(work: () => T): Promise<T> {
    const { value, durable } = this.unit(work);
    await durable;
    return value;
  }

  /** Resolves when everything that can have been read so far is on disk; rejects if it was lost. */
  durable(): Promise<void> {
    return this.commits.durable();
  }

  /**
   * Appends events to one stream and folds them, inside of the caller's unit. Throws `ConcurrencyError` when
   * `expectedVersion` is given and differs, and a `ZodError` when an event does not have its declared shape.
   */
  append<Doc extends object, Events extends Record<string, import("zod").z.ZodType>>(
    stream: StreamDefinition<Doc, Events>,
    id: string,
    events: NewEvent<Events>[],
    meta: AppendMeta,
  ): StoredEvent[] {
    if (!this.database.inTransaction) throw new Error("append outside of a unit of work");
    const name = `${stream.kind}/${id}`;
    // Does not look up whether the stream is new: the key on stream and version detects it.
    let version = meta.expectedVersion === 0 ? 0 : this.events.versionOf(name);
    if (meta.expectedVersion !== undefined && meta.expectedVersion !== version) {
      throw new ConcurrencyError(`${name} is at version ${version}, not at ${meta.expectedVersion}.`);
    }
    const appended = events.map((event) => {
      const schema = stream.events[event.type];
      if (!schema) throw new Error(`The stream "${stream.kind}" has no event "${event.type}".`);
      const stored: StoredEvent = {
        seq: this.#head.seq + 1,
        stream: name,
        version: ++version,
        type: event.type,
        at: meta.at,
        actor: meta.actor,
        data: schema.parse(event.data),
        ...(meta.runId && { runId: meta.runId }),
        ...(meta.taskSessionId && { taskSessionId: meta.taskSessionId }),
        ...(meta.conversationId && { conversationId: meta.conversationId }),
      };
      try {
        this.#insert(stored);
      } catch (cause) {
        if (!isUniqueViolation(cause)) throw cause;
        throw new ConcurrencyError(`${name} already has version ${version}.`, { cause });
      }
      return stored;
    });
    this.projector.apply(appended);
    if (meta.runId) this.events.forget(meta.runId);
    this.#uncommitted.push(...appended);
    return appended;
  }

  /** Calls `listener` with the events of each batch, in order, once it is on disk. Returns a function that stops it. */
  subscribe(listener: (events: StoredEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #insert(event: StoredEvent) {
    const data = JSON.stringify(event.data);
    const salt = newSalt();
    const row = {
      seq: event.seq,
      stream: event.stream,
      version: event.version,
      type: event.type,
      at: event.at,
      actor: event.actor,
      run_id: event.runId ?? null,
      task_session_id: event.taskSessionId ?? null,
      conversation_id: event.conversationId ?? null,
      data_sha256: hashData(salt, data),
      prev_hash: this.#head.hash,
    };
    const hash = hashEvent(row);
    this.database.run(
      `insert into events (seq, stream, version, type, at, actor, run_id, task_session_id, conversation_id, data, salt,
       data_sha256, prev_hash, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      row.seq,
      row.stream,
      row.version,
      row.type,
      row.at,
      row.actor,
      row.run_id,
      row.task_session_id,
      row.conversation_id,
      data,
      salt,
      row.data_sha256,
      row.prev_hash,
      hash,
    );
    this.#head = { seq: event.seq, hash };
  }

  #readHead(): Head {
    return this.database.get<Head>("select seq, hash from events order by seq desc limit 1") ??
      { seq: 0, hash: GENESIS };
  }

  #publish() {
    const events = this.#uncommitted;
    this.#uncommitted = [];
    if (events.length > 0) { for (const listener of this.#listeners) listener(events); }
  }
}
