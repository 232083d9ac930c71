import { OutboundError } from "../../services/accounts/outbound/error.ts";
import type { Boundary } from "../../services/ground/kernel/subject.ts";
import type { ProcessOptions, ProcessResult } from "../../services/machine/processes/run.ts";
import { DOUBLE_VARIABLE, type RunProgram } from "../../services/workforce/connectors/program.ts";
import { INSIDE } from "./gates.ts";
import type { Received, Reply, SimulatedNetwork } from "./network.ts";

/** What a program has besides its question. */
export type Means = {
  args: readonly string[];
  /** The directory of the stand-in that it has to use; null for the real system. */
  double: string | null;
  /** Asks a server. A program that gets no answer ends without one. */
  ask: (host: string, request: Received) => Promise<Reply>;
};

/** What a program of a connector answers. */
// deno-lint-ignore no-explicit-any
export type Program = (question: any, means: Means) => Promise<unknown>;

const LIMITS = { connectMilliseconds: 10_000, firstByteMilliseconds: 30_000 };
/** No process group of this machine has so high an id. */
const FIRST_GROUP = 2 ** 30;

/** The programs of connectors, which answer in this process: to start one each takes longer than a command. */
export class SimulatedPrograms {
  /** By the first word of their command. */
  readonly all = new Map<string, Program>();
  /** How many wait for time to pass. */
  waiting = 0;
  #groups = FIRST_GROUP;
  #connection = new AbortController();

  constructor(readonly network: SimulatedNetwork, readonly boundary: Boundary) {}

  /** How one process of the service runs them. */
  connect(): RunProgram {
    const { signal } = this.#connection = new AbortController();
    return (options) => this.#run(options, signal);
  }

  /** Ends those of the process that was connected. */
  cut(): void {
    this.#connection.abort(new Error("The process has ended."));
  }

  async #run(options: ProcessOptions, ended: AbortSignal): Promise<ProcessResult> {
    const signal = AbortSignal.any([options.signal, ended]);
    const double = options.environment?.[DOUBLE_VARIABLE] ?? null;
    const [name = "", ...args] = options.command;
    try {
      signal.throwIfAborted();
      await options.onSpawn({ group: ++this.#groups, startTime: "simulated" });
      const question = JSON.parse(Deno.readTextFileSync(options.input!));
      if (double === null) await this.boundary(INSIDE);
      signal.throwIfAborted();
      const ask = (host: string, request: Received) => this.#ask(host, request, signal);
      return resultOf(0, JSON.stringify(await this.all.get(name)!(question, { args, double, ask })));
    } catch (cause) {
      if (signal.aborted) return { ...resultOf(143), signal: "SIGTERM", aborted: true };
      // A proof kills its group, which no process is in.
      if (cause instanceof Deno.errors.NotFound) return { ...resultOf(137), signal: "SIGKILL" };
      if (cause instanceof OutboundError) return resultOf(1, cause.message);
      throw cause;
    }
  }

  async #ask(host: string, request: Received, signal: AbortSignal): Promise<Reply> {
    const pause = (milliseconds: number) => {
      this.waiting++;
      return this.network.clocks.pause(milliseconds, signal).finally(() => this.waiting--);
    };
    const journey = { host, limits: LIMITS, onConnect: () => {}, pause };
    const { reply, complete } = await this.network.travel(request, journey);
    await this.boundary("program:answered");
    signal.throwIfAborted();
    if (complete && reply.status < 500) return reply;
    throw new OutboundError("malformed", `${host} did not answer as it should.`);
  }
}

const resultOf = (exitCode: number, output = ""): ProcessResult => ({
  exitCode,
  signal: null,
  output,
  truncated: false,
  timedOut: false,
  aborted: false,
  durationMilliseconds: 0,
});
