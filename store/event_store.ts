import { GENESIS } from "./chain.ts";
import type { Database } from "./database.ts";
import { type Actor, type EventContext, type StoredEvent } from "./event.ts";
import { LazyViews } from "./lazy_views.ts";
import { Projector, type Registry } from "./projector.ts";
import { SharedCommit } from "./shared_commit.ts";
import type { NewEvent, StreamDefinition } from "./stream.ts";
import { DocumentReader } from "./documents.ts";
import { EventReader } from "./events.ts";
import { type Head, insertEvents } from "./insert_events.ts";
import { prepareProjections } from "./rebuild.ts";
import { prepareSchema, readMeta, writeMeta } from "./schema.ts";

/** The metadata of an append. `at` is RFC 3339 in UTC. */
type AppendMeta = EventContext & { actor: Actor; at: string; expectedVersion?: number };

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
  readonly lazyViews: LazyViews;
  /** Identifies this installation as the source of its events. */
  readonly installation: string;
  /** How often something was erased since the store was opened; what was read before may contain it. */
  erasures = 0;
  /** The shared commits; `halt` stops all recording. */
  readonly commits: SharedCommit;
  readonly #listeners = new Set<(events: StoredEvent[]) => void>();
  #head: Head;
  /** How many units the work that is done now is in. */
  #depth = 0;
  /** Why an append left something half done: its unit cannot stand, whatever its work makes of the error. */
  #broken: { cause: unknown } | null = null;
  #uncommitted: StoredEvent[] = [];
  /** The versions of the streams of `#uncommitted`. */
  readonly #versions = new Map<string, number>();

  constructor(readonly database: Database, readonly registry: Registry) {
    prepareSchema(database);
    prepareProjections(database, registry);
    const inUnit = (work: () => void) => void this.commits.unit(work);
    this.lazyViews = new LazyViews(database, registry.views, inUnit);
    this.projector = new Projector(database, registry, { lazy: this.lazyViews });
    this.documents = new DocumentReader(this.projector);
    this.events = new EventReader(database);
    const installation = readMeta(database, "installation");
    this.installation = installation ?? crypto.randomUUID();
    if (installation === null) writeMeta(database, "installation", this.installation);
    this.#head = this.#readHead();
    this.commits = new SharedCommit(database, {
      committing: () => {
        this.projector.writeCounts();
        this.lazyViews.keepUp();
      },
      committed: () => this.#publish(),
      lost: () => {
        this.projector.forget();
        this.events.forget();
        this.#setUncommitted([]);
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

  /** Whether a unit is being done: an append then needs no unit around it alone. */
  get inUnit(): boolean {
    return this.#depth > 0;
  }

  /** Runs synchronous work in a savepoint of the current batch; `durable` is the promise of that batch. */
  unit<T>(work: () => T): { value: T; durable: Promise<void> } {
    const [head, count, undo] = [this.#head, this.#uncommitted.length, this.projector.mark()];
    this.#depth++;
    try {
      return this.commits.unit(() => {
        const value = work();
        if (this.#broken) throw this.#broken.cause;
        return value;
      });
    } catch (cause) {
      this.#broken = null;
      this.#head = head;
      undo();
      this.events.forget();
      this.#setUncommitted(this.#uncommitted.slice(0, count));
      throw cause;
    } finally {
      this.#depth--;
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
   * `expectedVersion` is given and differs, and a `ZodError` when an event does not have its declared shape; nothing is
   * appended then. After any other error the unit fails, too.
   */
  append<Doc extends object, Events extends Record<string, import("zod").z.ZodType>>(
    stream: StreamDefinition<Doc, Events>,
    id: string,
    events: NewEvent<Events>[],
    meta: AppendMeta,
  ): StoredEvent[] {
    if (!this.database.inTransaction) throw new Error("append outside of a unit of work");
    const name = `${stream.kind}/${id}`;
    let version = this.#versions.get(name) ?? this.events.storedVersionOf(name);
    if (meta.expectedVersion !== undefined && meta.expectedVersion !== version) {
      throw new ConcurrencyError(`${name} is at version ${version}, not at ${meta.expectedVersion}.`);
    }
    let { seq } = this.#head;
    const appended = events.map((event): StoredEvent => {
      const schema = stream.events[event.type];
      if (!schema) throw new Error(`The stream "${stream.kind}" has no event "${event.type}".`);
      return {
        seq: ++seq,
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
    });
    try {
      this.#head = insertEvents(this.database, this.#head, appended);
      this.projector.apply(appended);
    } catch (cause) {
      this.#broken = { cause };
      throw cause;
    }
    if (meta.runId) this.events.forget(meta.runId);
    this.#uncommitted.push(...appended);
    this.#versions.set(name, version);
    return appended;
  }

  /** Calls `listener` with the events of each batch, in order, once it is on disk. Returns a function that stops it. */
  subscribe(listener: (events: StoredEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #readHead(): Head {
    return this.database.get<Head>("select seq, hash from events order by seq desc limit 1") ??
      { seq: 0, hash: GENESIS };
  }

  #setUncommitted(events: StoredEvent[]) {
    this.#uncommitted = events;
    this.#versions.clear();
    for (const { stream, version } of events) this.#versions.set(stream, version);
  }

  #publish() {
    const events = this.#uncommitted;
    this.#setUncommitted([]);
    if (events.length > 0) { for (const listener of this.#listeners) listener(events); }
  }
}
