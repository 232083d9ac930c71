import type { Options } from "./compose.ts";
import { loadComposition, loadWorkerDoor, PARTS } from "./main.later.ts";
import { BodyReader } from "./routes/body_reader.ts";
import { openDoor } from "./routes/door.ts";
import { type HttpServer, startHttpServer } from "./routes/http_server.ts";
import { maxConnections } from "./routes/open_files.ts";
import type { Service } from "./services/parts.ts";
import { accessSentence, reachSentence, shortTokenSentence } from "./services/ground/kernel/access_mode.ts";
import { health } from "./services/operations/system/health.ts";
import { currentBuild } from "./services/ground/kernel/build.ts";
import { type Config, ConfigError, readConfig } from "./services/ground/kernel/config.ts";
import { stateDirectory } from "./services/ground/kernel/storage_place.ts";
import { VERSION } from "./services/ground/kernel/version.ts";
import { lockStorage } from "./store/lock.ts";
import { describeStorageFault, StorageError } from "./store/storage_error.ts";

/** A service that answers. `stop` ends it in order and resolves when nothing of it is left. */
export type RunningService = { url: string; port: number; service: Service; stop: () => Promise<void> };

/** The directory of the program; null for a packaged one, which has none. */
export const codeDirectory = (): string | null =>
  currentBuild().packaging === "source" ? import.meta.dirname ?? null : null;

/**
 * Starts the service: holds the storage directory and listens; from then on `GET /health` is answered, and everything else is
 * let in once the program is loaded, the store open, and what a killed service left removed. Then starts its parts. Throws
 * `StorageError` when another process holds the directory, or when what is stored there cannot be used.
 */
export async function startService(config: Config, options: Options = {}): Promise<RunningService> {
  await using undo = new AsyncDisposableStack();
  const lock = lockStorage(config.storageDirectory, new Date());
  undo.defer(() => lock.release());
  let port = config.port;
  const { now = () => new Date() } = options;
  const startedAt = now();
  const { host, allowedOrigins, operatorToken, agentToken } = config;
  const site = { host, port: () => port, allowedOrigins };
  const door = openDoor(site, [operatorToken, agentToken], () => health({ now, startedAt }));
  const bodies = options.bodies ?? new BodyReader();
  let close = () => {};
  // Closed after the server: what it still answers reads from the store.
  undo.defer(() => close());
  const server = startHttpServer({
    host,
    port,
    answer: (request, ends) => door.fetch(request, ends),
    fail: door.fail,
    report: door.report,
    limits: { maxConnections: maxConnections(config.maxConnections), ...options.connectionLimits },
    sweepMilliseconds: options.sweepMilliseconds,
    bodies,
  });
  port = server.port;
  undo.defer(() => closeServer(server));
  const { closeStore, composeService, recordHolds, stopParts, startParts } = await load();
  const composition = composeService(config, () => port, { ...options, startedAt, bodies, lock });
  const { service } = composition;
  close = () => closeStore(service);
  undo.defer(() => stopParts(composition));
  undo.use(recordHolds(service));
  await startParts(composition, () => door.open(composition.app, service.log));
  if (config.workerDoor !== null) {
    const { listenForMachines } = await loadWorkerDoor();
    const machines = listenForMachines(service, config.workerDoor);
    undo.defer(async () => {
      service.machines.stop();
      await closeServer(machines);
    });
  }
  const url = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
  lock.announce(url);
  const all = undo.move();
  return {
    url,
    port,
    service,
    stop: () => all.disposeAsync(),
  };
}

const answerMeanwhile = () => new Promise((resolve) => setTimeout(resolve, 3));

async function load(): ReturnType<typeof loadComposition> {
  for (const load of PARTS) {
    await answerMeanwhile();
    await load();
  }
  return await loadComposition();
}

/** How long a client may take to send or read what is under way when the service stops. */
const CONNECTION_GRACE_MILLISECONDS = 2_000;

/** Answers what is under way; a client that does not let its connection end is not waited for. */
async function closeServer(server: HttpServer): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const grace = setTimeout(resolve, CONNECTION_GRACE_MILLISECONDS);
  await Promise.race([server.finish(), patience]);
  clearTimeout(grace);
}

/** Runs the service as the environment says until it is asked to end. Gives the exit code. */
export async function serve(options: Options = {}): Promise<number> {
  const asked = untilAsked(); // from the first moment on: a start that has much to take up is asked to stop as well
  let running: RunningService;
  let address = "The address";
  try {
    const environment = (name: string) => Deno.env.get(name);
    const given = readConfig(environment, codeDirectory());
    address = `${given.host}:${given.port}`;
    running = await startService(given, { seenIn: stateDirectory(environment), ...options });
  } catch (error) {
    const sentence = describeStart(error, address);
    if (sentence === null) throw error;
    Deno.stderr.writeSync(new TextEncoder().encode(`${sentence}\n`));
    return 2;
  }
  const { config, log } = running.service;
  log.info(`agent-harness ${VERSION} listens on ${running.url}, storage ${config.storageDirectory}`);
  log.info(accessSentence(running.service));
  const short = shortTokenSentence(running.service);
  if (short !== null) log.info(short);
  const reach = reachSentence(config, running.port);
  if (reach !== null) log.info(reach);
  await asked;
  log.info("Stopping: a patch that is being applied is completed, and other work returns to the queue.");
  await running.stop();
  return 0;
}

/** Returns why the service could not start, or null when that is a fault of this program. */
function describeStart(error: unknown, address: string): string | null {
  if (error instanceof ConfigError || error instanceof StorageError) return error.message;
  if (error instanceof Deno.errors.AddrInUse) {
    return `${address} is in use: another program listens there. Set AGENT_HARNESS_PORT to a free port, or to 0.`;
  }
  return describeStorageFault(error);
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilAsked(): Promise<void> {
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
