import { childEnvironment } from "./environment.ts";
import { endOwnGroup, GRACE_MILLISECONDS, type ProcessGroup } from "./group.ts";
import { OutputKeeper } from "./output.ts";
import { readOutput, type RedactPart } from "./read_output.ts";
import { exitSignal } from "./exit_signal.ts";
import {
  type ComposedSandbox,
  type HeldLimits,
  holdLimits,
  type Limits,
  limitSentence,
  sandboxCommand,
  watchFirstProcess,
  writeVariables,
} from "./sandbox/mod.ts";
import { spawnWaiting, type WaitingShell } from "./spawn.ts";
import { MAX_TIMER_MILLISECONDS } from "../../ground/kernel/pause.ts";

/** The sandbox of one command. */
export type ProcessSandbox = ComposedSandbox & {
  /** A program inside the sandbox that starts the command, such as a bridge to the network. */
  through?: readonly string[];
  /** The command's resource limits; unlimited if absent. */
  limits?: Limits;
};

/** A command to run, and its limits. */
export type ProcessOptions = {
  /** A text for `sh -c`, or a program with its arguments. */
  command: string | readonly string[];
  directory: string;
  signal: AbortSignal;
  /** Counted from the go-ahead. */
  timeoutMilliseconds: number;
  /** Bytes of output to keep: half from its start, half from its end. */
  outputLimit: number;
  /** Removes secrets from the output before it is passed on; without it, output is passed on unchanged. */
  redactor?: { stream: () => RedactPart };
  /** Receives all output as text as it arrives. Its errors are thrown when the command has ended. */
  onOutput?: (text: string) => void;
  /** Awaited before the command starts, so that its group is recorded first; if it rejects, nothing starts. */
  onSpawn: (group: ProcessGroup) => void | Promise<void>;
  /** Added to the child's environment. */
  environment?: Readonly<Record<string, string>>;
  /** Between SIGTERM and SIGKILL; 2 seconds when absent. */
  graceMilliseconds?: number;
  /** A file that the command reads as its input; empty when absent. */
  input?: string;
  /** Confines the command; if absent, it may do everything that this user may. */
  sandbox?: ProcessSandbox;
};

/** How a command ended. */
export type ProcessResult = {
  /** As a shell reports it: 128 plus the signal's number when a signal ended it. */
  exitCode: number;
  signal: Deno.Signal | null;
  /** Standard output and error in order of arrival; a line says where and how much was omitted. */
  output: string;
  truncated: boolean;
  timedOut: boolean;
  aborted: boolean;
  /** A sentence if a limit ended the command, or the command stopped its own sandbox. */
  held?: string;
  durationMilliseconds: number;
};

/**
 * Runs a command in a new process group, with the environment of `childEnvironment`. When it ends, is aborted or times out, the
 * rest of the group is ended; only then does this resolve.
 *
 * @throws {InvalidError} when the directory does not exist or the environment names this service's variables
 * @throws {UnavailableError} when no shell can be started
 * @throws errors of `onSpawn` or `onOutput`
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessResult> {
  const startedAt = performance.now();
  const grace = options.graceMilliseconds ?? GRACE_MILLISECONDS;
  if (options.signal.aborted) return notBegun(startedAt);
  await using limits = options.sandbox?.limits ? await holdLimits(options.sandbox.limits) : null;
  const shell = await spawnWaiting({
    argv: argumentsOf(options, limits),
    directory: options.directory,
    ...environmentsOf(options),
    input: options.input ?? "/dev/null",
  });
  const keeper = new OutputKeeper(options.outputLimit);
  const reading = readOutput(shell.output, keeper, {
    onOutput: options.onOutput,
    redacting: options.redactor?.stream(),
  });
  const watch = watchLimits(options, shell, grace);
  try {
    await options.onSpawn({ group: shell.group, startTime: shell.startTime });
    const dismissed = options.signal.aborted;
    if (dismissed) await shell.dismiss();
    else await watch.go();
    const status = await shell.status;
    await watch.ended();
    await endOwnGroup(shell, grace);
    await reading.finish();
    const held = heldBy(options, limits, watch.cause(), status.code);
    return {
      exitCode: status.code,
      signal: status.signal ?? (options.sandbox ? exitSignal(status.code) : null),
      ...pick(keeper),
      timedOut: watch.cause() === "timeout",
      aborted: dismissed || watch.cause() === "abort",
      ...(held !== null && { held }),
      durationMilliseconds: Math.round(performance.now() - startedAt),
    };
  } catch (error) {
    await shell.dismiss();
    await shell.status;
    await endOwnGroup(shell, grace);
    await reading.finish().catch(() => {});
    throw error;
  } finally {
    watch.stop();
  }
}

function argumentsOf({ command, sandbox }: ProcessOptions, limits: HeldLimits | null): string[] {
  const argv = typeof command === "string" ? ["sh", "-c", "--", command] : [...command];
  if (!sandbox) return argv;
  const inside = [...sandbox.through ?? [], ...limits?.inside ?? [], ...argv];
  return [...limits?.outside ?? [], ...sandboxCommand(sandbox, inside, { variables: true })];
}

/** With a sandbox, the variables of the command exist only inside of it. */
function environmentsOf({ environment, sandbox }: ProcessOptions) {
  const all = childEnvironment(environment);
  return sandbox
    ? { environment: childEnvironment(), variables: writeVariables(environment ?? {}) }
    : { environment: all };
}

/** Returns what stopped the command, in a sentence; null for nothing. */
function heldBy(options: ProcessOptions, limits: HeldLimits | null, cause: string | null, exitCode: number) {
  if (cause === "stopped") {
    return "The command stopped the first process of its sandbox, so it was killed.";
  }
  const reached = exitCode === 0 ? null : limits?.reached(exitCode) ?? null;
  return reached && options.sandbox?.limits ? limitSentence(reached, options.sandbox.limits) : null;
}

function notBegun(startedAt: number): ProcessResult {
  const durationMilliseconds = Math.round(performance.now() - startedAt);
  const common = { output: "", truncated: false, timedOut: false, aborted: true, durationMilliseconds };
  return { exitCode: 143, signal: "SIGTERM", ...common };
}

function pick(keeper: OutputKeeper): Pick<ProcessResult, "output" | "truncated"> {
  const { output, truncated } = keeper.finish();
  return { output, truncated };
}

/** Ends the group on abort, on timeout, or when its sandbox is stopped, whichever comes first. */
function watchLimits(
  { signal, timeoutMilliseconds, sandbox }: ProcessOptions,
  shell: WaitingShell,
  grace: number,
) {
  let cause: "abort" | "timeout" | "stopped" | null = null;
  let unwatch = () => {};
  let over = false;
  let ending: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (why: NonNullable<typeof cause>) => {
    if (cause !== null || over) return;
    cause = why;
    ending = endOwnGroup(shell, grace);
    ending.catch(() => {});
  };
  const onAbort = () => end("abort");
  signal.addEventListener("abort", onAbort, { once: true });
  return {
    cause: () => cause,
    go: async () => {
      // setTimeout takes at most 31 bits; a longer delay would fire at once.
      timer = setTimeout(() => end("timeout"), Math.min(timeoutMilliseconds, MAX_TIMER_MILLISECONDS));
      await shell.go();
      if (sandbox) unwatch = watchFirstProcess(shell.group, () => end("stopped"));
    },
    /** Marks the end of the shell: later aborts and timeouts do not count. */
    ended: async () => {
      over = true;
      await ending;
    },
    stop: () => {
      clearTimeout(timer);
      unwatch();
      signal.removeEventListener("abort", onAbort);
    },
  };
}
