import type { ArtifactFiles } from "../../store/artifacts.ts";
import type { Actor, EventContext, StoredEvent } from "../../store/event.ts";
import type { EventStore } from "../../store/event_store.ts";
import type { NewEvent, StreamDefinition } from "../../store/stream.ts";
import type { ProviderConfiguration, ProviderMonitor } from "../models/providers/mod.ts";
import type { AgentLimits } from "../workers/acp/limits.ts";
import type { Backups } from "../backups/work.ts";
import type { DashboardFiles } from "../dashboard/files.ts";
import type { Worker } from "../workers/worker.ts";
import type { Pause } from "./pause.ts";
import type { Sandbox } from "../processes/sandbox/mod.ts";
import type { Execution } from "../runs/execution.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Vault } from "../secrets/vault.ts";
import type { ApiDescription } from "./api_description.ts";
import type { Config } from "./config.ts";
import type { EventFeed } from "./event_feed.ts";
import type { IntegrityCheck } from "./integrity.ts";
import type { Log } from "./log.ts";

/** What lives as long as the service does. */
export type Service = {
  store: EventStore;
  artifacts: ArtifactFiles;
  /** What the check of the database at start has found. */
  integrity: IntegrityCheck;
  config: Config;
  workers: readonly Worker[];
  /** Which providers and budgets a person has configured. */
  providers: ProviderConfiguration;
  providerMonitor: ProviderMonitor;
  execution: Execution;
  /** Whether commands can be confined here. */
  sandbox: Pick<Sandbox, "state" | "find">;
  /** How long things of an agent may take, where it differs from what its program needs. */
  agentLimits: Partial<AgentLimits>;
  backups: Backups;
  api: ApiDescription;
  log: Log;
  /** Knows every secret that was read, and takes it out of what leaves. */
  redactor: Redactor;
  vault: Vault;
  feed: EventFeed;
  /** The accounts of other people on this machine, as they were at the start. */
  otherAccounts: readonly string[];
  /** True where the owner of a connection of this machine can be told. */
  canTellOwners: boolean;
  dashboard: DashboardFiles;
  /** The port that the service listens on, once it does. */
  port: () => number;
  /** Identifies this start of the service: leases carry it. */
  holder: string;
  startedAt: Date;
  now: () => Date;
  /** Waits; tests pass the time themselves. */
  pause: Pause;
  /** A new id, `<prefix>_…`; later ones sort after earlier ones. */
  newId: (prefix: string) => string;
};

/** What a verb gets: the service, who asks, and the way to write. */
export type Ctx = Service & {
  actor: Actor;
  /** Runs synchronous work as one unit; the answer waits until it is on disk. */
  write: <T>(work: () => T) => T;
  /** Does `work` once the batch that is open now is on disk, or is lost; `settled` waits for it. */
  onceSettled: (work: () => void) => void;
  /** Resolves when all that this context wrote, or may have read, is on disk; rejects when it was lost. */
  settled: () => Promise<void>;
};

/** A context for one request, or for one piece of work that the service does by itself. */
export function contextFor(service: Service, actor: Actor): Ctx {
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
      done.catch(() => {}); // whoever awaits the answer is told
      pending.add(done);
    },
    settled: async () => {
      for (const durable of pending) await durable;
      await service.store.durable();
    },
  };
}

/**
 * Appends events to one stream in the name of the context's actor, now; `expectedVersion: 0` says that it is a new one.
 * Secrets that are known are taken out first: this is the only way into the log.
 */
export function record<Doc extends object, Events extends Record<string, import("zod").z.ZodType>>(
  ctx: Ctx,
  stream: StreamDefinition<Doc, Events>,
  id: string,
  events: NewEvent<Events>[],
  context: EventContext & { expectedVersion?: number } = {},
): StoredEvent[] {
  const facts = ctx.redactor.data(events);
  return ctx.write(() =>
    ctx.store.append(stream, id, facts, { ...context, actor: ctx.actor, at: ctx.now().toISOString() })
  );
}
