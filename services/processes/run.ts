import { childEnvironment } from "./environment.ts";
import { endOwnGroup, GRACE_MILLISECONDS, type ProcessGroup } from "./group.ts";
import { OutputKeeper } from "./output.ts";
import { readOutput, type RedactingStream } from "./read_output.ts";
import { exitSignal } from "./exit_signal.ts";
import {
  type HeldLimits,
  holdLimits,
  type Limits,
  limitSentence,
  sandboxArguments,
  type SandboxPolicy,
  watchFirstProcess,
} from "./sandbox/mod.ts";
import { spawnWaiting, type WaitingShell } from "./spawn.ts";

/** The `bwrap` to run a command in, and what it may see and change there. */
export type ProcessSandbox = {
  program: string;
  policy: SandboxPolicy;
  /** A program inside of the sandbox that starts the command, such as a bridge to the network. */
  through?: readonly string[];
  /** How much the command may take; absent, as much as there is. */
  limits?: Limits;
};

/** A command to run, and its limits. */
export type ProcessOptions = {
  /** A text for `sh -c`, or a program with its arguments. */
  command: string | readonly string[];
  directory: string;
  signal: AbortSignal;
  /** From the go-ahead on. */
  timeoutMilliseconds: number;
  /** Bytes of output that are kept: half from its start, half from its end. */
  outputLimit: number;
  /** Takes secrets out of the output before anybody gets it; without one it is given as it is. */
  redactor?: { stream: () => RedactingStream };
  /** Gets all output as it comes, as text. What it throws is thrown when the command has ended. */
  onOutput?: (text: string) => void;
  /** Awaited before the command begins, so that its group is on record first; when it rejects, nothing begins. */
  onSpawn: (group: ProcessGroup) => void | Promise<void>;
  /** Added to the child's environment. */
  environment?: Readonly<Record<string, string>>;
  /** Between SIGTERM and SIGKILL; 2 seconds when absent. */
  graceMilliseconds?: number;
  /** A file that the command reads as its input; nothing when absent. */
  input?: string;
  /** Confines the command; absent, it may do all that this user may. */
  sandbox?: ProcessSandbox;
};

/** How a command ended. */
export type ProcessResult = {
  /** As a shell gives it: 128 and the signal's number when a signal ended it. */
  exitCode: number;
  signal: Deno.Signal | null;
  /** Standard output and error in order of arrival; a line says where and how much was left out. */
  output: string;
  truncated: boolean;
  timedOut: boolean;
  aborted: boolean;
  /** A sentence where a limit ended the command, or the command stopped its own sandbox. */
  held?: string;
  durationMilliseconds: number;
};

/**
 * Runs a command in a process group of its own, with the environment of `childEnvironment`. When it
 * ends, is aborted or runs out of time, all that is left of the group is ended; only then this resolves.
 *
 * @throws {InvalidError} when the directory does not exist or the environment names this service's variables
 * @throws {UnavailableError} when no shell can be started
 * @throws whatever `onSpawn` or `onOutput` fail with
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessResult> {
  const startedAt = performance.now();
  const grace = options.graceMilliseconds ?? GRACE_MILLISECONDS;
  if (options.signal.aborted) return notBegun(startedAt);
  await using limits = options.sandbox?.limits ? await holdLimits(options.sandbox.limits) : null;
  const shell = await spawnWaiting({
    argv: argumentsOf(options, limits),
    directory: options.directory,
    environment: childEnvironment(options.environment),
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
  return [...limits?.outside ?? [], sandbox.program, ...sandboxArguments(sandbox.policy, inside)];
}

/** What held the command up, in a sentence; null for nothing. */
function heldBy(options: ProcessOptions, limits: HeldLimits | null, cause: string | null, exitCode: number) {
  if (cause === "stopped") return "The command stopped the first process of its own sandbox, and was ended.";
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

/** Ends the group on abort, on timeout, or when its sandbox stands still, whichever comes first. */
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
      // setTimeout takes at most 31 bits; a longer one would fire at once.
      timer = setTimeout(() => end("timeout"), Math.min(timeoutMilliseconds, 2 ** 31 - 1));
      await shell.go();
      if (sandbox) unwatch = watchFirstProcess(shell.group, () => end("stopped"));
    },
    /** The shell has ended: nothing counts as abort or timeout any more. */
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
