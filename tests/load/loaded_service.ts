import { residentBytes } from "../../bench/resident.ts";
import { processorMilliseconds } from "../../bench/processor_time.ts";
import { freePort } from "../../bench/setting.ts";
import { HEAP_FLAGS } from "../../services/ground/kernel/heap_flags.ts";
import { ServiceProcess, type StartOptions } from "../recovery/service_process.ts";

const SAMPLE_MILLISECONDS = 200;
const MEBIBYTE = 1024 * 1024;

/** What a service has taken: processor seconds without those of its starts, and the memory now and at most. */
export type Taken = { processorSeconds: number; megabytes: number; mostMegabytes: number };

/** How hard a trial of load tries; `profile` is a directory for CPU profiles of the service. */
export type LoadOptions = { count: number; seconds: number; seed: number; profile?: string | undefined };

/** Where a service keeps its data, and how it is started; `profile` is a directory for its CPU profiles. */
export type LoadedOptions = Partial<StartOptions> & { storage: string; profile?: string | undefined };

/**
 * The service as packages start it, in a process of its own that may be killed and started again on the same port. Its memory is
 * looked at all the time.
 */
export class LoadedService implements AsyncDisposable {
  readonly port = freePort();
  /** How long each start took to the first answer, in milliseconds. */
  readonly starts: number[] = [];
  #process: ServiceProcess | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #before = 0;
  #starting = 0;
  #processor = 0;
  #now = 0;
  #most = 0;

  private constructor(readonly options: LoadedOptions) {}

  static async start(options: LoadedOptions): Promise<LoadedService> {
    const service = new LoadedService(options);
    await service.start();
    service.#timer = setInterval(() => void service.#look(), SAMPLE_MILLISECONDS);
    return service;
  }

  /** The process, which must have been started. */
  get process(): ServiceProcess {
    if (this.#process === null) throw new Error("The service is not running.");
    return this.#process;
  }

  /** The address; null while it is down. */
  get url(): string | null {
    return this.#process?.url ?? null;
  }

  /** Starts it again on the same port. */
  async start(): Promise<void> {
    const { profile, ...options } = this.options;
    const beganAt = performance.now();
    this.#process = await ServiceProcess.start({
      workers: 0,
      token: null,
      port: this.port,
      ...options,
      flags: [HEAP_FLAGS, ...profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]],
      environment: { AGENT_HARNESS_VALIDATE_CONTRACTS: "0", ...options.environment },
    });
    await (await this.#process.send("/runs?limit=1")).text();
    this.starts.push(Math.round(performance.now() - beganAt));
    this.#starting = processorMilliseconds(this.#process.child.pid);
  }

  /** Kills it as a power cut would, and starts it again. */
  async killAndStart(): Promise<void> {
    await this.end("kill");
    await this.start();
  }

  /** Ends the process; what it has taken is counted. */
  async end(how: "kill" | "terminate"): Promise<void> {
    const ended = this.process;
    await this.#look();
    this.#before += this.#processor;
    [this.#process, this.#processor, this.#starting] = [null, 0, 0];
    await ended[how]();
    await ended[Symbol.asyncDispose]();
  }

  /** What it has taken up to now, all its processes together. */
  async taken(): Promise<Taken> {
    await this.#look();
    return {
      processorSeconds: (this.#before + this.#processor) / 1000,
      megabytes: Math.round(this.#now / MEBIBYTE),
      mostMegabytes: Math.round(this.#most / MEBIBYTE),
    };
  }

  /** What the status says of turns of the event loop that answered nobody, or null. */
  async heldLoop(): Promise<string | null> {
    const { unresponsive } = await this.process.operator("GET /control-plane/status");
    return unresponsive?.detail ?? null;
  }

  async #look(): Promise<void> {
    if (this.#process === null) return;
    try {
      this.#now = await residentBytes(this.#process.child.pid);
      this.#processor = Math.max(0, processorMilliseconds(this.#process.child.pid) - this.#starting);
      this.#most = Math.max(this.#most, this.#now);
    } catch {
      // It has just ended.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    // In order, or it would write no profile.
    if (this.#process !== null) await this.end("terminate");
  }
}
