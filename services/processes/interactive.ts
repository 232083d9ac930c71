import { InvalidError, UnavailableError } from "../kernel/errors.ts";
import { endOwnGroup, GRACE_MILLISECONDS, GROUP_VARIABLE, type ProcessGroup } from "./group.ts";
import { processStartTime } from "./table.ts";

/** A program that is talked to: its arguments as they are, without a shell. */
export type InteractiveProgram = {
  purpose: string;
  argv: readonly string[];
  directory: string;
  /** All of it: nothing of this process's environment is added. */
  environment: Readonly<Record<string, string>>;
};

/** A program that goes on until it ends, or is ended. */
export type InteractiveProcess = ProcessGroup & {
  stdin: WritableStream<Uint8Array<ArrayBuffer>>;
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>;
  stderr: ReadableStream<Uint8Array<ArrayBuffer>>;
  status: Promise<Deno.CommandStatus>;
  /** Sends SIGTERM to all that is left of its group, then SIGKILL; resolves when nothing of it is left. */
  end: (graceMilliseconds?: number) => Promise<void>;
};

/** Reads the start time as the go-ahead; what follows it on the input is the program's. */
const WAIT = `IFS= read -r started || exit 125
export ${GROUP_VARIABLE}="$$:$started"
unset started
exec "$@"`;

/**
 * Starts a program in a process group of its own, with its input, output and errors as pipes. It begins only when
 * `onSpawn` has resolved; when that rejects, it never begins.
 *
 * @throws {InvalidError} when the directory does not exist
 * @throws {UnavailableError} when nothing can be started
 */
export async function startInteractive(
  program: InteractiveProgram,
  onSpawn: (group: ProcessGroup) => Promise<void>,
): Promise<InteractiveProcess> {
  const child = await spawn(program);
  const startTime = await processStartTime(child.pid);
  const dismiss = async () => {
    await child.stdin.abort().catch(() => {});
    await Promise.all([child.stdout.cancel(), child.stderr.cancel(), child.status]);
  };
  if (startTime === null) {
    await dismiss();
    throw new UnavailableError(`The program ${program.argv[0]} ended before it could begin.`);
  }
  const group = { group: child.pid, startTime };
  try {
    await onSpawn(group);
  } catch (error) {
    await dismiss();
    throw error;
  }
  const writer = child.stdin.getWriter();
  // A shell that was killed meanwhile says so with its status.
  await writer.write(new TextEncoder().encode(`${startTime}\n`)).catch(() => {});
  writer.releaseLock();
  return {
    ...group,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    status: child.status,
    end: async (grace = GRACE_MILLISECONDS) => {
      await endOwnGroup(group, grace);
      await child.status;
    },
  };
}

async function spawn(program: InteractiveProgram): Promise<Deno.ChildProcess> {
  const isDirectory = await Deno.stat(program.directory).then((info) => info.isDirectory, () => false);
  if (!isDirectory) throw new InvalidError(`The directory ${program.directory} does not exist.`);
  try {
    return new Deno.Command("sh", {
      args: ["-c", WAIT, "sh", ...program.argv],
      cwd: program.directory,
      clearEnv: true,
      env: { ...program.environment },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
  } catch (error) {
    throw new UnavailableError(`${program.argv[0]} could not be started: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}
