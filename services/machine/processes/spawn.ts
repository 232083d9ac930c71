import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { GROUP_VARIABLE, type ProcessGroup } from "./group.ts";
import { VARIABLES } from "./sandbox/mod.ts";
import { processStartTime } from "./table.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** A shell that leads a new group and waits for `go`. It ends on its own if its service ends first. */
export type WaitingShell = ProcessGroup & {
  /** Standard output and error, in the order in which they were written. */
  output: ReadableStream<Uint8Array<ArrayBuffer>>;
  status: Promise<Deno.CommandStatus>;
  /** Lets the command start; call it once. */
  go(): Promise<void>;
  /** Ends the shell before the command starts; once, instead of `go`. */
  dismiss(): Promise<void>;
};

/** Reads the start time as the go-ahead: end of input means that the service is gone. What follows it is for the sandbox. */
const WAIT = (passed: string) =>
  `IFS= read -r started || exit 125
export ${GROUP_VARIABLE}="$$:$started"
unset started
input=$1
shift
exec "$@" ${passed} <"$input" 2>&1`;

/** The program that a waiting shell becomes. */
export type Program = {
  /** The program and its arguments. */
  argv: readonly string[];
  directory: string;
  /** Its complete environment. */
  environment: Record<string, string>;
  /** What the sandbox reads from the descriptor `VARIABLES`; there is none if absent. */
  variables?: string;
  /** The file that it reads as its input. */
  input: string;
};

/**
 * Starts a shell that becomes the program, up to the point where it waits for the go-ahead.
 *
 * @throws {InvalidError} when the directory does not exist
 * @throws {UnavailableError} when `sh` cannot be started
 */
export async function spawnWaiting(program: Program): Promise<WaitingShell> {
  const child = await startShell(program);
  const startTime = await processStartTime(child.pid);
  const writer = child.stdin.getWriter();
  const dismiss = () => writer.close().catch(() => {});
  if (startTime === null) {
    await dismiss();
    await child.status;
    throw new UnavailableError("A command ended before it could start. Check the system's process limits.");
  }
  return {
    group: child.pid,
    startTime,
    output: child.stdout,
    status: child.status,
    go: async () => {
      // A shell that was killed meanwhile reports that by its status; the broken pipe adds nothing.
      await writer.write(new TextEncoder().encode(`${startTime}\n${program.variables ?? ""}`)).catch(
        () => {},
      );
      await dismiss();
    },
    dismiss,
  };
}

async function startShell(
  { argv, directory, environment, input, variables }: Program,
): Promise<Deno.ChildProcess> {
  const isDirectory = await Deno.stat(directory).then((info) => info.isDirectory, () => false);
  if (!isDirectory) throw new InvalidError(`The directory ${directory} of the command does not exist.`);
  try {
    return new Deno.Command("sh", {
      args: ["-c", WAIT(variables === undefined ? "" : `${VARIABLES}<&0`), "sh", input, ...argv],
      cwd: directory,
      clearEnv: true,
      env: environment,
      stdin: "piped",
      stdout: "piped",
      // Before the command starts, only a fault of the shell itself can be written here.
      stderr: "null",
      detached: true,
    }).spawn();
  } catch (error) {
    throw new UnavailableError(`The command could not be started: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
