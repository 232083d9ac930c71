import {
  closeStore,
  composeService,
  type Composition,
  type Options,
  startParts,
  stopParts,
} from "../compose.ts";
import type { RunDetails } from "../services/execution/run_views/detail_schemas.ts";
import { RUN_MOVES } from "../services/control/lifecycle/runs.ts";
import { readBackupConfig } from "../services/ground/kernel/backup_config.ts";
import type { Config } from "../services/ground/kernel/config.ts";
import { silentLog } from "../services/ground/kernel/log.ts";
import type { StoredEvent } from "../store/event.ts";
import { createClient } from "../client/client.ts";
import { current } from "./kit/current_file.ts";
import { layOutStore } from "./empty_store.ts";
import { countAnswer } from "./fields/collect.ts";
import { assertError } from "./routes/sentence.ts";
import { rebuildDifferences } from "./rebuild_differences.ts";
import { temporaryDirectory } from "./temporary.ts";
import { AGENT, OPERATOR } from "./tokens.ts";
import { watchHolds } from "./kit/holds.ts";

export { AGENT, OPERATOR };
const PORT = 4317;

/** What a test may set; the rest is as in production, on a temporary storage directory. */
export type HarnessOptions =
  & Options
  & Partial<
    Pick<
      Config,
      | "workers"
      | "operatorToken"
      | "agentToken"
      | "allowedOrigins"
      | "parkAfterMilliseconds"
      | "backups"
      | "transcription"
      | "workerDoor"
      | "traces"
      | "queue"
      | "combinedVerifications"
    >
  >
  & {
    /** Requests of the first moments, in which the service answers and its parts have not started. */
    early?: (h: Harness) => Promise<void>;
  };

const MOVES: ReadonlySet<string> = new Set(Object.values(RUN_MOVES).map(({ event }) => event));

/** The types of events that each test file has caused. */
const caused = new Set<string>();

/** A run's details between its moves are looked at once in each file for each type of event: their contract is checked. */
function isFirstOfFile({ type }: StoredEvent): boolean {
  const { size } = caused;
  return caused.add(`${current.file} ${type}`).size > size;
}

/** Who sends a request: a token, or null for none. */
type Token = string | null;

/**
 * The whole service without a socket: requests go through the public door, with real git and real processes where the
 * executor is on (`workers` above 0; it is off by default).
 */
export class Harness {
  readonly operator = this.client(OPERATOR);
  readonly agent = this.client(AGENT);
  readonly anonymous = this.client(null);

  private constructor(
    readonly directory: string,
    readonly composition: Composition,
    private readonly watch: Disposable | null,
  ) {}

  static async open(options: HarnessOptions = {}, directory = temporaryDirectory()): Promise<Harness> {
    const {
      workers = 0,
      operatorToken = OPERATOR,
      agentToken = AGENT,
      allowedOrigins = [],
      parkAfterMilliseconds = 300_000,
      transcription = { command: null, unconfined: false, maxSeconds: null },
      workerDoor = null,
      traces = null,
      queue = null,
      combinedVerifications = 0,
      early,
      ...rest
    } = options;
    const { backups = readBackupConfig(() => undefined, directory), ...parts } = rest;
    const config: Config = {
      storageDirectory: directory,
      host: "127.0.0.1",
      port: PORT,
      operatorToken,
      agentToken,
      masterKey: null,
      maintenanceIntervalMilliseconds: 0,
      validateContracts: true,
      allowedOrigins,
      maxConnections: 8_192,
      workers,
      parkAfterMilliseconds,
      backups,
      transcription,
      workerDoor,
      traces,
      queue,
      combinedVerifications,
    };
    layOutStore(directory);
    const composition = composeService(config, () => PORT, {
      log: silentLog,
      agents: [],
      otherAccounts: [],
      startClock: false,
      ...parts,
    });
    const opened = new Harness(directory, composition, watchHolds());
    await early?.(opened);
    await startParts(composition);
    return opened;
  }

  get service() {
    return this.composition.service;
  }

  get store() {
    return this.service.store;
  }

  /** One raw request, as a program on this machine would send it. */
  async send(path: string, init: RequestInit = {}, token: Token = OPERATOR): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has("host")) headers.set("host", `127.0.0.1:${PORT}`);
    if (token !== null && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
    const response = await this.composition.app.request(`http://127.0.0.1:${PORT}${path}`, {
      ...init,
      headers,
    });
    const method = init.method ?? "GET";
    if (response.ok) await countAnswer(method, path, response);
    else await assertError(response, `${method} ${path}`);
    return response;
  }

  /** A JSON request; gives status and payload. */
  async json(method: string, path: string, body?: unknown, token: Token = OPERATOR) {
    const init = body === undefined
      ? { method }
      : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await this.send(path, init, token);
    // deno-lint-ignore no-explicit-any
    return { status: response.status, body: await response.json() as any, headers: response.headers };
  }

  client(token: Token) {
    return createClient((path, init) => this.send(path, init, token));
  }

  /** The events that `work` caused. */
  async eventsOf(work: () => Promise<unknown>): Promise<StoredEvent[]> {
    const before = this.store.head;
    await work();
    return this.store.events.after(before, 10_000);
  }

  /**
   * Resolves with the run's details once `reached` holds; it is looked at after each event, or those for which `wakes` holds, never
   * by the clock.
   */
  async until(
    runId: string,
    reached: (run: RunDetails) => boolean,
    wakes: (event: StoredEvent) => boolean = () => true,
  ): Promise<RunDetails> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let wake = resolve;
    let waiting = promise;
    const stop = this.store.subscribe((events) => {
      // Each is asked: `wakes` may remember them.
      if (events.filter(wakes).length > 0) wake();
    });
    try {
      for (;;) {
        const run = await this.operator("GET /runs/:id", { params: { id: runId } });
        if (reached(run)) return run;
        await waiting;
        ({ promise: waiting, resolve: wake } = Promise.withResolvers<void>());
      }
    } finally {
      stop();
    }
  }

  /** The run once it neither executes nor is queued. */
  async settled(runId: string): Promise<RunDetails> {
    const run = await this.until(
      runId,
      ({ status }) => status !== "queued" && status !== "running",
      (event) => event.runId === runId && (MOVES.has(event.type) || isFirstOfFile(event)),
    );
    await this.service.execution.settled(runId);
    return run;
  }

  /** Tables that a rebuild from the log gives differently; empty is what every test ends in. */
  rebuildDifferences(): string[] {
    return rebuildDifferences(this.store);
  }

  async close(): Promise<void> {
    this.watch?.[Symbol.dispose]();
    await stopParts(this.composition);
    closeStore(this.service);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await Deno.remove(this.directory, { recursive: true });
  }
}

/** A service on a temporary directory; dispose it. */
export const harness = (options?: HarnessOptions): Promise<Harness> => Harness.open(options);
