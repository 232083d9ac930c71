import { createClient } from "../../client/client.ts";
import { TEST_HEAP } from "../kit/test_heap.ts";
import { OPERATOR } from "../tokens.ts";
import { programFile } from "../programs.ts";

const REAL = programFile("tests/recovery/service.ts");
const WITH_FAULTS = programFile("tests/recovery/faults/main.ts");

/** What a process of the service is started with. */
export type StartOptions = {
  storage: string;
  workers?: number;
  /** A boundary at which it kills itself, such as `task:*:captured#2`. */
  fault?: string;
  /** A file without which no boundary counts. */
  armed?: string;
  /** A file that gets every boundary that is reached. */
  trace?: string;
  /** The port; a free one where it is not given. */
  port?: number;
  /** The operator's token; null for local-public mode. */
  token?: string | null;
  /** The script to start, where another user must be able to read it. */
  entry?: string;
  /** A command that ends in executing its further arguments, for a service in special surroundings. */
  wrap?: readonly string[];
  /** Further flags of the runtime. */
  flags?: readonly string[];
  /** Further variables. */
  environment?: Readonly<Record<string, string>>;
};

/** How one asks a service, in whichever process it is. */
export type ServiceClient = Pick<ServiceProcess, "operator" | "send">;

/** The process ended before it listened. */
export class EndedEarly extends Error {
  constructor(readonly status: Deno.CommandStatus, readonly output: string) {
    super(`The service ended (${status.signal ?? status.code}) before it listened: ${output}`);
  }
}

/** The service as a process of its own, reached over HTTP alone. */
export class ServiceProcess implements AsyncDisposable {
  readonly http = Deno.createHttpClient({ poolMaxIdlePerHost: 64 });
  readonly operator = createClient((path, init) => this.send(path, init));
  #closed = false;

  private constructor(
    readonly child: Deno.ChildProcess,
    readonly url: string,
    /** Resolves when the process has ended and its output was read to the end. */
    readonly ended: Promise<Deno.CommandStatus>,
    readonly output: () => string,
  ) {}

  /** Starts the service and resolves once it has taken up its work. Throws `EndedEarly`. */
  static async start(options: StartOptions): Promise<ServiceProcess> {
    const child = spawnService(options);
    const listening = Promise.withResolvers<string>();
    const read = { stdout: "", stderr: "" };
    const drain = async (name: "stdout" | "stderr") => {
      for await (const text of child[name].pipeThrough(new TextDecoderStream())) {
        read[name] += text;
        const url = /listens on (http:\S+),/.exec(read.stdout)?.[1];
        if (url) listening.resolve(url);
      }
    };
    const drained = Promise.all([drain("stdout"), drain("stderr")]);
    const output = () => read.stdout + read.stderr;
    const ended = drained.then(() => child.status);
    ended.then((status) => listening.reject(new EndedEarly(status, output())));
    return new ServiceProcess(child, await listening.promise, ended, output);
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${OPERATOR}`);
    return await fetch(this.url + path, { ...init, headers, client: this.http });
  }

  /** As a power cut would, or the kernel when memory runs out. */
  async kill(): Promise<Deno.CommandStatus> {
    return await this.#signal("SIGKILL");
  }

  /** Asks the service to stop in order. */
  async terminate(): Promise<Deno.CommandStatus> {
    return await this.#signal("SIGTERM");
  }

  async #signal(signal: Deno.Signal): Promise<Deno.CommandStatus> {
    try {
      this.child.kill(signal);
    } catch {
      // It has ended already.
    }
    return await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.kill();
    this.http.close();
  }
}

const entryOf = (fault?: string, trace?: string): string =>
  fault === undefined && trace === undefined ? REAL : WITH_FAULTS;

/** Starts the process alone; whoever calls it waits for what it wants to see. */
export function spawnService(
  {
    storage,
    workers = 2,
    fault,
    armed,
    trace,
    wrap = [],
    port = 0,
    token = OPERATOR,
    entry = entryOf(fault, trace),
    flags = [],
    environment = {},
  }: StartOptions,
): Deno.ChildProcess {
  const run = [Deno.execPath(), "run", "-A", "--no-check", "--quiet", "--cached-only"];
  const deno = [...run, ...(flags.length > 0 ? flags : [TEST_HEAP]), entry];
  const [program = "", ...args] = [...wrap, ...deno];
  return new Deno.Command(program, {
    args,
    env: {
      AGENT_HARNESS_STORAGE_DIR: storage,
      AGENT_HARNESS_PORT: String(port),
      ...(token !== null && { AGENT_HARNESS_TOKEN: token }),
      AGENT_HARNESS_WORKERS: String(workers),
      AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
      // Tests put older copies of a storage directory in place, which would be noticed.
      XDG_STATE_HOME: "/dev/null",
      // Commands inherit it, so that what outlives the service is found, see `processesOf`.
      LC_RECOVERY_TEST: storage,
      ...(fault !== undefined && { FAULT_POINT: fault }),
      ...(armed !== undefined && { FAULT_ARMED: armed }),
      ...(trace !== undefined && { FAULT_TRACE: trace }),
      ...environment,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}
