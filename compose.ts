import { buildApp } from "./routes/app.ts";
import { describeApi } from "./routes/describe.ts";
import { api, contracts, handlers } from "./routes/mod.ts";
import { BackupWork } from "./services/backups/work.ts";
import { contextFor, record, type Service } from "./services/context.ts";
import { dashboardFiles } from "./services/dashboard/files.ts";
import { type LocalServer, ProviderConfiguration, ProviderMonitor } from "./services/models/providers/mod.ts";
import type { ProviderDefinition } from "./services/models/providers/definition.ts";
import { installedAgents } from "./services/models/workers/acp/presets/mod.ts";
import type { AgentLimits } from "./services/models/workers/acp/limits.ts";
import type { Worker } from "./services/models/workers/worker.ts";
import { builtinWorker } from "./services/models/workers/builtin/worker.ts";
import { Sandbox, type SandboxState } from "./services/processes/sandbox/mod.ts";
import { noExecution } from "./services/runs/execution.ts";
import { Executor } from "./services/runs/executor/executor.ts";
import type { Boundary } from "./services/runs/executor/step_context.ts";
import { takeUpSecrets } from "./services/secrets/take_up.ts";
import { Maintenance } from "./services/system/maintenance.ts";
import { openService } from "./services/system/open.ts";
import { VERSION } from "./services/system/version.ts";
import { systemStream } from "./store/system/stream.ts";

export { openService };

/** What a composition may replace: the points at which tests end the process, the workers, and what is nearby. */
export type Parts = {
  boundary?: Boundary;
  availableWorkers?: readonly Worker[];
  localServers?: readonly LocalServer[];
  /** Coding agents that are taken to be installed. */
  agents?: readonly ProviderDefinition[];
  sandbox?: SandboxState;
  agentLimits?: Partial<AgentLimits>;
};

/** The service without a socket: its store, its application and its background work, none of it started. */
export type Composition = {
  service: Service;
  app: ReturnType<typeof buildApp>;
  executor: Executor | null;
  maintenance: Maintenance;
};

/** Gives an opened service all that it does: its endpoints, its workers, whatever executes runs and keeps house. */
export function composeService(service: Service, parts: Parts = {}): Composition {
  service.workers = parts.availableWorkers ?? [builtinWorker];
  const agents = parts.agents ?? installedAgents(Deno.env.get("PATH") ?? "");
  service.providers = new ProviderConfiguration(service.config.storageDirectory, parts.localServers, agents);
  service.providerMonitor = new ProviderMonitor();
  service.agentLimits = parts.agentLimits ?? {};
  service.api = describeApi(contracts);
  service.dashboard = dashboardFiles(import.meta.dirname ?? ".");
  service.sandbox = new Sandbox(Deno.env.get("PATH") ?? "", parts.sandbox);
  const executor = service.config.workers > 0 ? new Executor(service, parts.boundary) : null;
  service.execution = executor ?? noExecution(service.config.storageDirectory);
  service.backups = new BackupWork();
  return {
    service,
    app: buildApp({ api, handlers, service, port: service.port }),
    executor,
    maintenance: new Maintenance(service),
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
export const closeStore = (service: Service): void => service.store.database.close();
