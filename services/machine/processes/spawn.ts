import type { ProcessGroup } from "./group.ts";
import { startLeader } from "./leader.ts";
import { VARIABLES } from "./sandbox/mod.ts";

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

/** What follows the go-ahead in the input is for the sandbox. */
const becoming = (passed: string) =>
  `input=$1
shift
exec "$@" ${passed} <"$input" 2>&1`;

/** The program that a waiting shell becomes. */
type Program = {
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
  const { argv, directory, environment, input, variables } = program;
  const { child, goAhead, ...group } = await startLeader({
    script: becoming(variables === undefined ? "" : `${VARIABLES}<&0`),
    args: [input, ...argv],
    directory,
    environment,
    // Before the command starts, only a fault of the shell itself can be written here.
    stderr: "null",
  });
  const writer = child.stdin.getWriter();
  const dismiss = () => writer.close().catch(() => {});
  return {
    ...group,
    output: child.stdout,
    status: child.status,
    go: async () => {
      // A shell that was killed meanwhile reports that by its status; the broken pipe adds nothing.
      await writer.write(new TextEncoder().encode(goAhead + (variables ?? ""))).catch(() => {});
      await dismiss();
    },
    dismiss,
  };
}
