import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildApp } from "./routes/app.ts";
import { describeApi } from "./routes/describe.ts";
import { api, contracts, handlers } from "./routes/mod.ts";
import { contextFor, record, type Service } from "./services/context.ts";
import { idSource } from "./services/ids.ts";
import type { Worker } from "./services/models/workers/worker.ts";
import { builtinWorker } from "./services/models/workers/builtin/worker.ts";
import { Sandbox, type SandboxState } from "./services/processes/sandbox/mod.ts";
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

/** What a composition may replace: the clock and randomness of tests, and the points at which they end the process. */
export type Parts = {
  log?: Log;
  boundary?: Boundary;
  now?: () => Date;
  availableWorkers?: readonly Worker[];
  sandbox?: SandboxState;
};

/** The service without a socket: its store, its application and its background work, none of it started. */
export type Composition = {
  service: Service;
  app: ReturnType<typeof buildApp>;
  executor: Executor | null;
  maintenance: Maintenance;
  /** Says where the service listens, once it does. */
  listenOn: (port: number) => void;
};

/** Puts the service together on its storage directory, which the caller holds. */
export function composeService(config: Config, parts: Parts = {}): Composition {
  const now = parts.now ?? (() => new Date());
  const store = openStore(config.storageDirectory);
  let port = config.port;
  const service: Service = {
    store,
    artifacts: openArtifacts(config.storageDirectory),
    config,
    workers: parts.availableWorkers ?? [builtinWorker],
    execution: noExecution(config.storageDirectory),
    sandbox: new Sandbox(Deno.env.get("PATH") ?? "", parts.sandbox),
    api: describeApi(contracts),
    log: parts.log ?? openLog(config.storageDirectory, now),
    feed: new EventFeed(store),
    port: () => port,
    holder: crypto.randomUUID(),
    startedAt: now(),
    now,
    newId: idSource(now, (bytes) => void crypto.getRandomValues(bytes)),
  };
  const executor = config.workers > 0 ? new Executor(service, parts.boundary) : null;
  if (executor) service.execution = executor;
  return {
    service,
    app: buildApp({ api, handlers, service, port: () => port }),
    executor,
    maintenance: new Maintenance(service),
    listenOn: (chosen) => port = chosen,
  };
}

/**
 * Starts the service: holds the storage directory, opens the store, listens, then takes up work. Throws
 * `StorageHeldError` when another process holds the directory.
 */
export async function startService(config: Config, parts: Parts = {}): Promise<RunningService> {
  const lock = lockStorage(config.storageDirectory, new Date());
  try {
    const composition = composeService(config, parts);
    const server = await listen(config, composition);
    await takeUpWork(composition);
    return {
      url: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${server.addr.port}`,
      port: server.addr.port,
      service: composition.service,
      stop: async () => {
        await putDownWork(composition);
        await closeServer(server);
        closeStore(composition);
        lock.release();
      },
    };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

/** How long a client may take to send or read what is under way when the service stops. */
const CONNECTION_GRACE_MILLISECONDS = 2_000;

/** Answers what is under way; a client that does not let its connection end is not waited for. */
async function closeServer(server: Deno.HttpServer): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const grace = setTimeout(resolve, CONNECTION_GRACE_MILLISECONDS);
  await Promise.race([server.shutdown(), patience]);
  clearTimeout(grace);
}

async function listen(
  config: Config,
  { app, service, listenOn }: Composition,
): Promise<Deno.HttpServer<Deno.NetAddr>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = Deno.serve({
    hostname: config.host,
    port: config.port,
    onListen: ({ port }) => {
      listenOn(port);
      resolve();
    },
    onError: (error) => {
      service.log.error("A request could not be answered", error);
      return Response.json({ error: "Unexpected error." }, { status: 500 });
    },
  }, (request) => app.fetch(request));
  await promise;
  return server;
}

/** Records the start, goes on with what a former process left, and begins to keep house. */
export async function takeUpWork({ service, executor, maintenance }: Composition): Promise<void> {
  const data = { holder: service.holder, version: VERSION };
  await service.store.commit(() =>
    record(contextFor(service, "system"), systemStream, "service", [{ type: "system.started", data }])
  );
  await executor?.start();
  maintenance.start();
  service.sandbox.find(); // whoever needs to know waits for it
}

/** Stops background work in order and ends the event streams. */
export async function putDownWork({ service, executor, maintenance }: Composition): Promise<void> {
  maintenance.stop();
  await executor?.stop();
  await service.sandbox.find();
  service.feed.close();
  await service.store.durable().catch(() => {}); // whoever wrote what was lost has been told
}

/** Closes the store; nothing may be asked of the composition after it. */
export const closeStore = ({ service }: Composition): void => service.store.database.close();

/** Runs the service as the environment says until it is asked to end. Gives the exit code. */
export async function serve(): Promise<number> {
  const asked = untilAsked(); // from the first moment on: a start that has much to take up is asked to stop as well
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
  await asked;
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
