import { existsSync } from "node:fs";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { GROUP_VARIABLE, type ProcessGroup } from "./group.ts";
import { processStartTime } from "./table.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** A shell that leads a new group and session, and becomes a program after its go-ahead. */
type LeadingShell = ProcessGroup & {
  child: Deno.ChildProcess;
  /** The line to write to its input as the go-ahead. At the end of input, the shell exits instead. */
  goAhead: string;
};

/** What the shell becomes. */
type Leader = {
  /** The last lines of the shell's script; `"$@"` are the arguments. */
  script: string;
  args: readonly string[];
  directory: string;
  /** The complete environment. */
  environment: Readonly<Record<string, string>>;
  stderr: "piped" | "null";
};

/** Makes its process the leader of a session, then becomes its arguments: the id of the process stays. */
const SETSID = "/usr/bin/setsid";

/** Says that it leads its group. Reads the start time as the go-ahead: end of input means that the service is gone. */
const WAIT = `echo
IFS= read -r started || exit 125
export ${GROUP_VARIABLE}="$$:$started"
unset started
`;

/**
 * Starts a shell that leads a new group and waits for its go-ahead. Its input and output are pipes.
 *
 * @throws {InvalidError} when the directory does not exist
 * @throws {UnavailableError} when the shell cannot be started
 */
export async function startLeader(leader: Leader): Promise<LeadingShell> {
  const isDirectory = await Deno.stat(leader.directory).then((info) => info.isDirectory, () => false);
  if (!isDirectory) {
    throw new InvalidError(`The directory ${leader.directory} of the command does not exist.`);
  }
  const child = spawn(leader);
  const isLeading = await readLine(child.stdout);
  const startTime = isLeading ? await processStartTime(child.pid) : null;
  if (startTime === null) {
    await child.stdin.abort().catch(() => {});
    const [{ code, signal }] = await Promise.all([
      child.status,
      child.stdout.cancel(),
      leader.stderr === "piped" ? child.stderr.cancel() : undefined,
    ]);
    throw new UnavailableError(
      `A command ended before it could start (${
        signal ?? `exit code ${code}`
      }). Check the system's process limits.`,
    );
  }
  return { group: child.pid, startTime, child, goAhead: `${startTime}\n` };
}

/** `detached` copies the page tables of the whole service and holds up everything else meanwhile; it is for systems without `setsid`. */
function spawn({ script, args, directory, environment, stderr }: Leader): Deno.ChildProcess {
  const hasSetsid = existsSync(SETSID);
  const shell = ["sh", "-c", WAIT + script, "sh", ...args];
  try {
    return new Deno.Command(hasSetsid ? SETSID : "sh", {
      args: hasSetsid ? shell : shell.slice(1),
      cwd: directory,
      clearEnv: true,
      env: { ...environment },
      stdin: "piped",
      stdout: "piped",
      stderr,
      detached: !hasSetsid,
    }).spawn();
  } catch (error) {
    throw new UnavailableError(`The command could not be started: ${messageOf(error)}.`, { cause: error });
  }
}

/** Whether the shell has said that it leads: nothing else is written before the go-ahead. */
async function readLine(output: ReadableStream<Uint8Array>): Promise<boolean> {
  const reader = output.getReader();
  const { done } = await reader.read();
  reader.releaseLock();
  return !done;
}
