import type { ArtifactFiles } from "../../../store/artifacts.ts";
import type { Actor, EventContext, StoredEvent } from "../../../store/event.ts";
import type { EventStore } from "../../../store/event_store.ts";
import type { Recorded } from "../../../store/past_run.ts";
import type { NewEvent, StreamDefinition } from "../../../store/stream.ts";
import type { ApiDescription } from "./api_description.ts";
import type { Config } from "./config.ts";
import type { EventFeed } from "./event_feed.ts";
import type { Log } from "./log.ts";
import type { Pause } from "./pause.ts";
import type { Redactor } from "./redactor.ts";

/** What every verb may use, for the lifetime of the service. What belongs to a domain is a part; see `part.ts`. */
export type Core = {
  store: EventStore;
  artifacts: ArtifactFiles;
  config: Config;
  log: Log;
  /** Knows every secret that was read, and removes it from what leaves. */
  redactor: Redactor;
  feed: EventFeed;
  api: ApiDescription;
  /** The accounts of other people on this machine. */
  otherAccounts: readonly string[];
  /** True if the owner of a connection of this machine can be determined. */
  canTellOwners: boolean;
  /** The port that the service listens on, once it does. */
  port: () => number;
  /** Identifies this start of the service: leases carry it. */
  holder: string;
  startedAt: Date;
  now: () => Date;
  /** Records that the wall clock has jumped since this was last called. Returns whether it has. */
  noticeJump: () => Promise<boolean>;
  /** Waits; tests control the time. */
  pause: Pause;
  /** Returns a new id, `<prefix>_…`; later ones sort after earlier ones. */
  newId: (prefix: string) => string;
};

/** What a verb needs that only reads what is recorded: it can be given the store as it was, too. */
export type Reads = Pick<Core, "artifacts"> & { store: Recorded };

/** Who calls, and the ways to write. */
type CallContext = {
  actor: Actor;
  /** Runs synchronous work as one unit; the response waits until it is on disk. */
  write: <T>(work: () => T) => T;
  /** Calls `work` once the current batch is on disk, or lost; `settled` waits for it. */
  onceSettled: (work: () => void) => void;
  /** Resolves when everything that this context wrote, or may have read, is on disk; rejects if it was lost. */
  settled: () => Promise<void>;
};

/** The context of a verb. `Live` names the running parts that it needs, such as `ProvidersLive`; most verbs need none. */
export type Ctx<Live = unknown> = Core & CallContext & Live;

/** Returns a context for one request, or for one piece of internal work. */
export function contextFor<Service extends Core>(service: Service, actor: Actor): Service & CallContext {
  const pending = new Set<Promise<void>>();
  return {
    ...service,
    actor,
    write: (work) => {
      const { value, durable } = service.store.unit(work);
      pending.add(durable);
      return value;
    },
    onceSettled: (work) => {
      const done = service.store.durable().finally(work);
      done.catch(() => {}); // the caller awaits the result
      pending.add(done);
    },
    settled: async () => {
      for (const durable of pending) await durable;
      await service.store.durable();
    },
  };
}

/**
 * Appends events to one stream on behalf of the context's actor, now; `expectedVersion: 0` says that it is new. Known
 * secrets are removed first: this is the only way into the log.
 */
export function record<Doc extends object, Events extends Record<string, import("zod").z.ZodType>>(
  ctx: Ctx,
  stream: StreamDefinition<Doc, Events>,
  id: string,
  events: NewEvent<Events>[],
  context: EventContext & { expectedVersion?: number } = {},
): StoredEvent[] {
  const facts = ctx.redactor.data(events);
  const append = () =>
    ctx.store.append(stream, id, facts, { ...context, actor: ctx.actor, at: ctx.now().toISOString() });
  // A unit inside of another costs more with every page that the outer one has changed.
  return ctx.store.inUnit ? append() : ctx.write(append);
}
