import { buildApp } from "./routes/app.ts";
import type { BodyReader } from "./routes/body_reader.ts";
import type { ConnectionLimits } from "./routes/connections.ts";
import { describeApi } from "./routes/describe.ts";
import { api, contracts, handlers } from "./routes/mod.ts";
import { maxConnections, maxEventStreams } from "./routes/open_files.ts";
import { CAN_TELL_OWNERS } from "./services/ground/kernel/access_mode.ts";
import { Clock } from "./services/ground/clock/clock.ts";
import { type ClockReading, readSinceBoot } from "./services/ground/clock/jump.ts";
import { ClockWatch } from "./services/ground/clock/watch.ts";
import type { Config } from "./services/ground/kernel/config.ts";
import { contextFor, type Core, record } from "./services/ground/kernel/context.ts";
import { EventFeed } from "./services/ground/kernel/event_feed.ts";
import { idSource } from "./services/ground/kernel/ids.ts";
import { watchLoop, working } from "./services/ground/kernel/loop_watch.ts";
import { type Log, openLog } from "./services/ground/kernel/log.ts";
import { openRedactor } from "./services/ground/kernel/open_redactor.ts";
import { otherAccounts } from "./services/ground/kernel/other_accounts.ts";
import type { AnyPart } from "./services/ground/kernel/part.ts";
import { type Pause, pause } from "./services/ground/kernel/pause.ts";
import { VERSION } from "./services/ground/kernel/version.ts";
import { type PartOptions, PARTS, type Service } from "./services/parts.ts";
import { describeHold } from "./services/operations/system/held_loop.ts";
import { MaintenanceRound } from "./services/operations/system/maintenance.ts";
import { installedAgents } from "./services/workforce/agents/presets/mod.ts";
import { closeStore as closeFiles, openArtifacts, openStore } from "./store/mod.ts";
import { makePrivate } from "./store/private.ts";
import { systemStream } from "./store/system/stream.ts";

/** What a composition may replace: the log, the clock, what the parts find on the machine, and how connections are served. */
export type Options = Partial<PartOptions> & {
  log?: Log;
  now?: () => Date;
  /** What the clocks of the machine say, where `now` alone does not. */
  readClocks?: () => ClockReading;
  /** False to keep anything from becoming due automatically. */
  startClock?: boolean;
  startedAt?: Date;
  /** Where the service notes, outside of the storage directory, how far its log went. */
  seenIn?: string | null;
  /** Fills what tells the ids of one millisecond apart. */
  randomBytes?: (bytes: Uint8Array) => void;
  /** How long a wait takes. */
  pause?: Pause;
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
  maintenance: MaintenanceRound;
  clock: Clock;
  startsClock: boolean;
};

const parts: readonly AnyPart[] = PARTS;

/**
 * Opens the store of a storage directory that the caller holds, and puts the whole service together on it. `port` returns
 * the port that it listens on, once it does.
 */
export function composeService(config: Config, port: () => number, options: Options = {}): Composition {
  // All names at once: with names that are added one by one, V8 makes it a hash table, and each request copies it.
  const opened = parts.filter(({ open }) => open !== undefined);
  const names = Object.fromEntries(opened.map(({ name }) => [name, undefined]));
  const readClocks = options.readClocks ?? clocksOf(options.now);
  const watch = new ClockWatch(readClocks, parts.flatMap(({ jumped = [] }) => jumped));
  const noticeJump = () => watch.notice(core);
  const core: Core & Record<string, unknown> = { ...openCore(config, port, options), noticeJump, ...names };
  const agents = options.agents ?? installedAgents(Deno.env.get("PATH") ?? "");
  const subjects = [...parts.flatMap(({ subjects = [] }) => subjects), ...options.subjects ?? []];
  const given = { programDirectory: import.meta.dirname ?? ".", ...options, agents, subjects };
  for (const { name, open } of opened) core[name] = open!(core, given);
  const service = core as Core as Service;
  const { bodies } = options;
  return {
    service,
    app: buildApp({ api, handlers, service, port, ...(bodies && { bodies }) }),
    maintenance: new MaintenanceRound(service, parts),
    clock: new Clock(service, parts.flatMap(({ due = [] }) => due), readClocks),
    startsClock: options.startClock ?? true,
  };
}

/** A clock that is passed in is the only one there is. */
const clocksOf = (now: (() => Date) | undefined) => (): ClockReading => {
  const wall = now?.().getTime() ?? Date.now();
  return now
    ? { wall, elapsed: wall, sinceBoot: null }
    : { wall, elapsed: performance.now(), sinceBoot: readSinceBoot() };
};

function openCore(config: Config, port: () => number, options: Options): Omit<Core, "noticeJump"> {
  const { now = () => new Date(), startedAt = now() } = options;
  const connections = options.connectionLimits?.maxConnections ?? maxConnections(config.maxConnections);
  const directory = config.storageDirectory;
  const access = makePrivate(directory);
  const store = openStore(directory, options.seenIn);
  const redactor = openRedactor(config);
  const log = options.log ?? openLog(directory, now, (text) => redactor.text(text));
  if (access !== null) log.info(access);
  return {
    store,
    artifacts: openArtifacts(directory, store),
    config,
    log,
    redactor,
    feed: new EventFeed(store, maxEventStreams(connections)),
    api: describeApi(contracts),
    otherAccounts: options.otherAccounts ?? otherAccounts(),
    canTellOwners: options.canTellOwners ?? CAN_TELL_OWNERS,
    port,
    holder: crypto.randomUUID(),
    startedAt,
    now,
    pause: options.pause ?? pause,
    newId: idSource(
      now,
      options.randomBytes ?? ((bytes) => void crypto.getRandomValues(bytes)),
      store.events.newestOfEach(Object.keys(store.registry.streams)), // made before the clock was set back
    ),
  };
}

/** Records what holds the event loop, for the log and the status, until it is disposed. */
export const recordHolds = ({ heldLoop, log, now }: Service): Disposable =>
  watchLoop((hold) => {
    heldLoop.add(hold, now());
    log.error(`The service answered nobody for ${describeHold(hold)}.`);
  });

const carriedBy = (service: Service) => service as Core as Core & Record<string, unknown>;

/**
 * Records the start, and starts every part, which continues what an earlier process left. `prepared` is called before any part
 * starts, once requests can be let in.
 */
export async function startParts(
  { service, maintenance, clock, startsClock }: Composition,
  prepared = () => {},
): Promise<void> {
  using _work = working("start of the service");
  const data = { holder: service.holder, version: VERSION };
  await service.store.commit(() =>
    record(contextFor(service, "system"), systemStream, "service", [{ type: "system.started", data }])
  );
  const carried = carriedBy(service);
  for (const { name, prepare } of parts) await prepare?.(carried[name], service);
  prepared();
  for (const { name, start } of parts) await start?.(carried[name], service);
  maintenance.start();
  if (startsClock) clock.start();
}

/** Stops background work in order and ends the event streams. */
export async function stopParts({ service, maintenance, clock }: Composition): Promise<void> {
  await maintenance.stop();
  await clock.stop();
  const carried = carriedBy(service);
  for (const { name, stop } of parts.toReversed()) await stop?.(carried[name]);
  await clock.idle();
  service.feed.close();
  await service.store.durable().catch(() => {}); // the caller of what was lost has been told
}

/** Closes the store; nothing may be asked of the service after it. */
export const closeStore = (service: Service): void => closeFiles(service.store);
