import { endOwnGroup, GRACE_MILLISECONDS, type ProcessGroup } from "./group.ts";
import { startLeader } from "./leader.ts";

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
  const { child, goAhead, ...group } = await startLeader({
    script: 'exec "$@"',
    args: program.argv,
    directory: program.directory,
    environment: program.environment,
    stderr: "piped",
  });
  try {
    await onSpawn(group);
  } catch (error) {
    await child.stdin.abort().catch(() => {});
    await Promise.all([child.stdout.cancel(), child.stderr.cancel(), child.status]);
    throw error;
  }
  const writer = child.stdin.getWriter();
  // A shell that was killed meanwhile reports that by its status.
  await writer.write(new TextEncoder().encode(goAhead)).catch(() => {});
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
