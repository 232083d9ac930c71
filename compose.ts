import { buildApp } from "./routes/app.ts";
import type { BodyReader } from "./routes/body_reader.ts";
import type { ConnectionLimits } from "./routes/connections.ts";
import { describeApi } from "./routes/describe.ts";
import { api, contracts, handlers } from "./routes/mod.ts";
import { BackupWork } from "./services/backups/work.ts";
import { contextFor, record, type Service } from "./services/kernel/context.ts";
import { dashboardFiles } from "./services/dashboard/files.ts";
import { idSource } from "./services/kernel/ids.ts";
import { type LocalServer, ProviderConfiguration, ProviderMonitor } from "./services/models/providers/mod.ts";
import type { ProviderDefinition } from "./services/models/providers/definition.ts";
import { installedAgents } from "./services/workers/acp/presets/mod.ts";
import type { AgentLimits } from "./services/workers/acp/limits.ts";
import type { Worker } from "./services/workers/worker.ts";
import { builtinWorker } from "./services/workers/builtin/worker.ts";
import { type Pause, pause } from "./services/kernel/pause.ts";
import { Sandbox, type SandboxState } from "./services/processes/sandbox/mod.ts";
import { noExecution } from "./services/runs/execution.ts";
import { Executor } from "./services/executor/executor.ts";
import type { Boundary } from "./services/executor/flow/step_context.ts";
import { openSecrets } from "./services/secrets/open.ts";
import { takeUpSecrets } from "./services/secrets/take_up.ts";
import { CAN_TELL_OWNERS } from "./services/system/access_mode.ts";
import { Maintenance } from "./services/system/maintenance.ts";
import { type Config } from "./services/kernel/config.ts";
import { EventFeed } from "./services/kernel/event_feed.ts";
import { IntegrityCheck } from "./services/kernel/integrity.ts";
import { otherAccounts } from "./services/system/other_accounts.ts";
import { type Log, openLog } from "./services/kernel/log.ts";
import { StorageWatch } from "./services/system/storage_watch.ts";
import { VERSION } from "./services/kernel/version.ts";
import { removePending } from "./store/pending_files.ts";
import { closeStore as closeFiles, openArtifacts, openStore } from "./store/mod.ts";
import { makePrivate } from "./store/private.ts";
import { systemStream } from "./store/system/stream.ts";

/** What a composition may replace: the log, the clock, the points at which tests end the process, and what is nearby. */
export type Parts = {
  log?: Log;
  now?: () => Date;
  startedAt?: Date;
  /** How long a wait takes. */
  pause?: Pause;
  boundary?: Boundary;
  availableWorkers?: readonly Worker[];
  localServers?: readonly LocalServer[];
  /** Coding agents that are taken to be installed. */
  agents?: readonly ProviderDefinition[];
  sandbox?: SandboxState;
  agentLimits?: Partial<AgentLimits>;
  /** The accounts of other people that this machine is taken to have. */
  otherAccounts?: readonly string[];
  /** Whether the owner of a connection is taken to be known here. */
  canTellOwners?: boolean;
  bodies?: BodyReader;
  connectionLimits?: Partial<ConnectionLimits>;
  /** How often idle connections and slow bodies are looked for. */
  sweepMilliseconds?: number;
};

/** The service without a socket: its store, its application and its background work, none of it started. */
export type Composition = {
  service: Service;
  app: ReturnType<typeof buildApp>;
  executor: Executor | null;
  maintenance: Maintenance;
  storageWatch: StorageWatch;
};

/**
 * Opens the store of a storage directory that the caller holds, and puts the whole service together on it. `port` says where
 * it listens, once it does.
 */
export function composeService(config: Config, port: () => number, parts: Parts = {}): Composition {
  const service = openService(config, port, parts);
  const { bodies } = parts;
  const executor = config.workers > 0 ? new Executor(service, parts.boundary) : null;
  if (executor) service.execution = executor;
  return {
    service,
    app: buildApp({ api, handlers, service, port, ...(bodies && { bodies }) }),
    executor,
    maintenance: new Maintenance(service),
    storageWatch: new StorageWatch(service),
  };
}

function openService(config: Config, port: () => number, parts: Parts): Service {
  const { now = () => new Date(), startedAt = now() } = parts;
  const directory = config.storageDirectory;
  const programs = Deno.env.get("PATH") ?? "";
  const access = makePrivate(directory);
  const store = openStore(directory);
  const secrets = openSecrets(config);
  const log = parts.log ?? openLog(directory, now, (text) => secrets.redactor.text(text));
  if (access !== null) log.info(access);
  return {
    store,
    integrity: new IntegrityCheck(),
    artifacts: openArtifacts(directory),
    config,
    workers: parts.availableWorkers ?? [builtinWorker],
    execution: noExecution(directory),
    backups: new BackupWork(),
    providers: new ProviderConfiguration(
      directory,
      parts.localServers,
      parts.agents ?? installedAgents(programs),
    ),
    providerMonitor: new ProviderMonitor(),
    agentLimits: parts.agentLimits ?? {},
    dashboard: dashboardFiles(import.meta.dirname ?? "."),
    sandbox: new Sandbox(programs, parts.sandbox),
    api: describeApi(contracts),
    log,
    ...secrets,
    feed: new EventFeed(store),
    otherAccounts: parts.otherAccounts ?? otherAccounts(),
    canTellOwners: parts.canTellOwners ?? CAN_TELL_OWNERS,
    port,
    holder: crypto.randomUUID(),
    startedAt,
    now,
    pause: parts.pause ?? pause,
    newId: idSource(now, (bytes) => void crypto.getRandomValues(bytes)),
  };
}

/** Records the start, goes on with what a former process left, and begins to keep house. */
export async function takeUpWork({ service, executor, maintenance }: Composition): Promise<void> {
  const data = { holder: service.holder, version: VERSION };
  const found = service.sandbox.find();
  await service.store.commit(() =>
    record(contextFor(service, "system"), systemStream, "service", [{ type: "system.started", data }])
  );
  takeUpSecrets(service);
  await service.artifacts.removeUnfinished();
  await removePending(service.store, service.artifacts);
  await service.backups.takeUp(service);
  await found; // a worker that needs a sandbox would be passed over
  await executor?.start();
  maintenance.start();
  service.providerMonitor.start(service);
}

/** Stops background work in order and ends the event streams. */
export async function putDownWork({ service, executor, maintenance }: Composition): Promise<void> {
  maintenance.stop();
  await service.backups.putDown();
  await service.providerMonitor.stop();
  await executor?.stop();
  await service.sandbox.find();
  service.feed.close();
  await service.store.durable().catch(() => {}); // whoever wrote what was lost has been told
}

/** Closes the store; nothing may be asked of the service after it. */
export const closeStore = (service: Service): void => closeFiles(service.store);
