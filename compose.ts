import { buildApp } from "./routes/app.ts";
import { describeApi } from "./routes/describe.ts";
import { api, contracts, handlers } from "./routes/mod.ts";
import { BackupWork } from "./services/backups/work.ts";
import { contextFor, record, type Service } from "./services/context.ts";
import type { Worker } from "./services/models/workers/worker.ts";
import { builtinWorker } from "./services/models/workers/builtin/worker.ts";
import { noExecution } from "./services/runs/execution.ts";
import { Executor } from "./services/runs/executor/executor.ts";
import type { Boundary } from "./services/runs/executor/step_context.ts";
import { takeUpSecrets } from "./services/secrets/take_up.ts";
import { Maintenance } from "./services/system/maintenance.ts";
import { VERSION } from "./services/system/version.ts";
import { systemStream } from "./store/system/stream.ts";

/** What a composition may replace: the points at which tests end the process, and the workers. */
export type Parts = { boundary?: Boundary; availableWorkers?: readonly Worker[] };

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
  service.api = describeApi(contracts);
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
  await service.store.commit(() =>
    record(contextFor(service, "system"), systemStream, "service", [{ type: "system.started", data }])
  );
  takeUpSecrets(service);
  await service.backups.takeUp(service);
  await executor?.start();
  maintenance.start();
}

/** Stops background work in order and ends the event streams. */
export async function putDownWork({ service, executor, maintenance }: Composition): Promise<void> {
  maintenance.stop();
  await service.backups.putDown();
  await executor?.stop();
  service.feed.close();
  await service.store.durable().catch(() => {}); // whoever wrote what was lost has been told
}

/** Closes the store; nothing may be asked of the service after it. */
export const closeStore = (service: Service): void => service.store.database.close();
