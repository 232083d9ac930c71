import { join } from "node:path";
import { ServiceProcess } from "../../recovery/service_process.ts";
import { programFile } from "../../programs.ts";
import { temporaryDirectory } from "../../temporary.ts";

/**
 * The environment of a process whose clock is wrong by so much, such as `+1d`, and that of all that it starts; durations are as
 * everywhere. It takes Debian's package `faketime`.
 */
export const wrongClock = (by: string): Record<string, string> => ({
  LD_PRELOAD: `/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketimeMT.so.1`,
  FAKETIME: by,
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
});

/** How to invite a machine. */
type Invitation = { name: string; group: string; trust?: ("verify" | "tasks")[]; labels?: string[] };

/** A worker machine in a process of its own, as `agent-harness worker` starts it. It can be killed and started again. */
export class MachineProcess implements AsyncDisposable {
  /** The key, the token and the work of the machine. */
  readonly directory = join(temporaryDirectory(), "machine");
  /** What it has said, over all its starts. */
  readonly lines: string[] = [];
  #child: Deno.ChildProcess | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  /** Whether its process ended without being told to. */
  hasFailed = false;

  constructor(
    readonly name: string,
    readonly control: string,
    /** The certificate to trust, a command that ends in executing its further arguments, and the environment. */
    readonly surroundings: { ca?: string; wrap?: readonly string[]; env?: Record<string, string> } = {},
  ) {}

  /** Invites it and starts it for the first time. */
  async enrol(
    { operator }: Pick<ServiceProcess, "operator">,
    { trust = ["verify", "tasks"], ...invitation }: Invitation,
  ): Promise<void> {
    const body = { ...invitation, trust };
    const { code } = await operator("POST /workers", { body });
    this.start("--control", this.control, "--code", code);
  }

  /** Starts it; the process before has ended. */
  start(...options: string[]): void {
    const { ca, wrap = [], env } = this.surroundings;
    const [program = "", ...args] = [
      ...wrap,
      ...[Deno.execPath(), "run", "-A", "--no-check", "--quiet", "--cached-only", programFile("cli.ts")],
      ...["worker", "--directory", this.directory, ...(ca ? ["--ca", ca] : []), ...options],
    ];
    const child = new Deno.Command(program, {
      args,
      // Commands inherit it, so that what outlives the machine is found, see `processesOf`.
      env: { ...env, LC_RECOVERY_TEST: this.directory },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
        this.lines.push(...text.trimEnd().split("\n"));
      }
    };
    this.#child = child;
    void child.status.then(() => this.hasFailed ||= this.#child === child);
    this.#ended = Promise.all([child.status, read(child.stdout), read(child.stderr)]);
  }

  get pid(): number {
    return this.#child!.pid;
  }

  /** Sends a signal and resolves when the process has ended. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    this.#child = null;
    try {
      child?.kill(signal);
    } catch {
      // It has ended already.
    }
    await this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL");
  }
}
