import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { endOwnGroup, GRACE_MILLISECONDS, GROUP_VARIABLE, type ProcessGroup } from "./group.ts";
import { processStartTime } from "./table.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** A program with interactive input and output: its arguments are passed directly, without a shell. */
export type InteractiveProgram = {
  purpose: string;
  argv: readonly string[];
  directory: string;
  /** The complete environment: nothing of this process's is added. */
  environment: Readonly<Record<string, string>>;
};

/** A running program. */
export type InteractiveProcess = ProcessGroup & {
  stdin: WritableStream<Uint8Array<ArrayBuffer>>;
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>;
  stderr: ReadableStream<Uint8Array<ArrayBuffer>>;
  status: Promise<Deno.CommandStatus>;
  /** Sends SIGTERM to the rest of its group, then SIGKILL; resolves when none of it is left. */
  end: (graceMilliseconds?: number) => Promise<void>;
};

/** Reads the start time as the go-ahead; the input after it belongs to the program. */
const WAIT = `IFS= read -r started || exit 125
export ${GROUP_VARIABLE}="$$:$started"
unset started
exec "$@"`;

/**
 * Starts a program in a new process group, with its input, output and errors as pipes. It starts only after `onSpawn` has
 * resolved; if that rejects, it never starts.
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
    throw new UnavailableError(`The program ${program.argv[0]} ended before it could start.`);
  }
  const group = { group: child.pid, startTime };
  try {
    await onSpawn(group);
  } catch (error) {
    await dismiss();
    throw error;
  }
  const writer = child.stdin.getWriter();
  // A shell that was killed meanwhile reports that by its status.
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
    throw new UnavailableError(`${program.argv[0]} could not be started: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
