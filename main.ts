import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildApp } from "./routes/app.ts";
import { describeApi } from "./routes/describe.ts";
import { api, contracts, handlers } from "./routes/mod.ts";
import { contextFor, record, type Service } from "./services/context.ts";
import { idSource } from "./services/ids.ts";
import { builtinWorker } from "./services/models/workers/builtin/worker.ts";
import { noExecution } from "./services/runs/execution.ts";
import { Executor } from "./services/runs/executor/executor.ts";
import type { Boundary } from "./services/runs/executor/step_context.ts";
import { type Config, ConfigError, readConfig } from "./services/system/config.ts";
import { EventFeed } from "./services/system/event_feed.ts";
import { type Log, openLog } from "./services/system/log.ts";
import { Maintenance } from "./services/system/maintenance.ts";
import { VERSION } from "./services/system/version.ts";
import { lockStorage, StorageHeldError } from "./store/lock.ts";
import { openArtifacts, openStore } from "./store/mod.ts";
import { systemStream } from "./store/system/stream.ts";

/** A service that answers. `stop` ends it in order and resolves when nothing of it is left. */
export type RunningService = { url: string; port: number; service: Service; stop: () => Promise<void> };

/** Where the program lies; null for a compiled one, which has no directory of its own. */
export const codeDirectory = (): string | null =>
  Deno.build.standalone ? null : dirname(fileURLToPath(import.meta.url));

/**
 * Starts the service: holds the storage directory, opens the store, listens, then takes up work. Throws
 * `StorageHeldError` when another process holds the directory. `boundary` is for tests that end the process.
 */
export async function startService(
  config: Config,
  options: { log?: Log; boundary?: Boundary } = {},
): Promise<RunningService> {
  const now = () => new Date();
  const lock = lockStorage(config.storageDirectory, now());
  const store = openStore(config.storageDirectory);
  const feed = new EventFeed(store);
  let port = config.port;
  const service: Service = {
    store,
    artifacts: openArtifacts(config.storageDirectory),
    config,
    workers: [builtinWorker],
    execution: noExecution,
    api: describeApi(contracts),
    log: options.log ?? openLog(config.storageDirectory, now),
    feed,
    port: () => port,
    holder: crypto.randomUUID(),
    startedAt: now(),
    now,
    newId: idSource(now, (bytes) => void crypto.getRandomValues(bytes)),
  };
  const executor = config.workers > 0 ? new Executor(service, options.boundary) : null;
  if (executor) service.execution = executor;
  const maintenance = new Maintenance(service);

  const app = buildApp({ api, handlers, service, port: () => port });
  const listening = Promise.withResolvers<void>();
  const server = Deno.serve({
    hostname: config.host,
    port: config.port,
    onListen: (address) => {
      port = address.port;
      listening.resolve();
    },
    onError: (error) => {
      service.log.error("A request could not be answered", error);
      return Response.json({ error: "Unexpected error." }, { status: 500 });
    },
  }, (request) => app.fetch(request));
  await listening.promise;

  await store.commit(() =>
    record(contextFor(service, "system"), systemStream, "service", [
      { type: "system.started", data: { holder: service.holder, version: VERSION } },
    ])
  );
  await executor?.start();
  maintenance.start();
  return {
    url: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`,
    port,
    service,
    stop: async () => {
      maintenance.stop();
      await executor?.stop();
      feed.close();
      await server.shutdown();
      await store.durable();
      store.database.close();
      lock.release();
    },
  };
}

/** Runs the service as the environment says until it is asked to end. Gives the exit code. */
export async function serve(): Promise<number> {
  let running: RunningService;
  try {
    running = await startService(readConfig((name) => Deno.env.get(name), codeDirectory()));
  } catch (error) {
    const known = error instanceof ConfigError || error instanceof StorageHeldError ||
      error instanceof Deno.errors.AddrInUse;
    if (!known) throw error;
    const sentence = error instanceof Deno.errors.AddrInUse
      ? `The address is in use: another program listens there. Set AGENT_HARNESS_PORT to a free port, or to 0.`
      : error.message;
    Deno.stderr.writeSync(new TextEncoder().encode(`${sentence}\n`));
    return 2;
  }
  const { config, log } = running.service;
  log.info(`agent-harness ${VERSION} listens on ${running.url}, storage ${config.storageDirectory}`);
  await untilAsked();
  log.info("Stopping: what is being applied is applied to its end, other work goes back into the queue.");
  await running.stop();
  return 0;
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function untilAsked(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  const ask = () => {
    if (asked) Deno.exit(130);
    asked = true;
    resolve();
  };
  Deno.addSignalListener("SIGINT", ask);
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", ask);
  return promise;
}

if (import.meta.main) Deno.exit(await serve());
