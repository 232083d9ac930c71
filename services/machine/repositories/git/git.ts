import { UnavailableError } from "../../../ground/kernel/errors.ts";
import { GIT_SETTINGS, gitEnvironment, type GitLocation } from "./environment.ts";

/** How to run one git command. */
interface GitOptions extends GitLocation {
  readonly stdin?: Uint8Array | string;
  /** The working directory, for commands whose paths are relative to it; a neutral directory when absent. */
  readonly cwd?: string;
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that are not failures; only 0 when absent. */
  readonly accept?: readonly number[];
}

/** The result of a git command. */
interface GitOutput {
  readonly code: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

/** A git command ended with an unexpected exit code; `stderr` is its output. */
export class GitError extends UnavailableError {
  constructor(readonly command: string, readonly exitCode: number, readonly stderr: string) {
    super(`The command "git ${command}" failed with exit code ${exitCode}.`, { cause: errorFromGit(stderr) });
  }
}

/** Converts git's message to an error. It describes a full disk only in the system's words, which become the system's code. */
function errorFromGit(stderr: string): Error {
  const full = /No space left on device|Disk quota exceeded/.test(stderr);
  return Object.assign(new Error(stderr.trim()), full && { code: "ENOSPC" });
}

/**
 * Prepares a git child process in the isolated environment.
 *
 * @throws {UnavailableError} from `spawn`, through `missingGit`, when git is not installed
 */
export function gitCommand(
  args: readonly string[],
  location: GitLocation,
  options: Deno.CommandOptions,
): Deno.Command {
  return new Deno.Command("git", {
    // A neutral directory: attributes and relative paths are resolved against it, so it must not be the target.
    cwd: "/",
    ...options,
    args: [...GIT_SETTINGS, ...args],
    clearEnv: true,
    env: gitEnvironment(location),
  });
}

/** Returns the error for a git program that could not be started. */
export function missingGit(cause: unknown): UnavailableError {
  return new UnavailableError("git was not found on the PATH. Install git 2.38 or newer.", { cause });
}

/**
 * Runs one git command and returns its exit code and output.
 *
 * @throws {GitError} when the exit code is not accepted
 * @throws {UnavailableError} when git is not installed
 * @throws the signal's reason when it was aborted
 */
export async function runGit(args: readonly string[], options: GitOptions = {}): Promise<GitOutput> {
  const { stdin, signal, accept = [0] } = options;
  signal?.throwIfAborted();
  const command = gitCommand(args, options, {
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(signal === undefined ? {} : { signal }),
  });
  let child: Deno.ChildProcess;
  try {
    child = command.spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw missingGit(error);
    throw error;
  }
  const [output] = await Promise.all([child.output(), stdin === undefined ? undefined : feed(child, stdin)]);
  signal?.throwIfAborted();
  const stderr = new TextDecoder().decode(output.stderr);
  if (!accept.includes(output.code)) throw new GitError(args.join(" ").slice(0, 200), output.code, stderr);
  return { code: output.code, stdout: output.stdout, stderr };
}

/** Runs one git command and returns the bytes it printed; throws what `runGit` throws. */
export async function git(args: readonly string[], options: GitOptions = {}): Promise<Uint8Array> {
  return (await runGit(args, options)).stdout;
}

/** Runs one git command and returns its output as text without the last line break; throws what `runGit` throws. */
export async function gitText(args: readonly string[], options: GitOptions = {}): Promise<string> {
  return new TextDecoder().decode(await git(args, options)).replace(/\n$/, "");
}

async function feed(child: Deno.ChildProcess, input: Uint8Array | string): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(typeof input === "string" ? new TextEncoder().encode(input) : input);
    await writer.close();
  } catch {
    // A child that ended early reports the reason by its exit code and stderr; the broken pipe adds nothing.
    await writer.abort().catch(() => {});
  }
}
