import type { Limits, ReachedLimit } from "./limit.ts";
import { makeGroup, type ResourceGroup } from "./resource_group.ts";

/** A command's limits, in force: what starts it under them, outside and inside of its sandbox. Dispose it when it has ended. */
export type HeldLimits = {
  outside: string[];
  inside: string[];
  /** Which limit the command ran into, told by the code that it ended with and by the kernel's counts. */
  reached: (exitCode: number) => ReachedLimit | null;
} & AsyncDisposable;

/** What a shell exits with whose program was ended by SIGXFSZ. */
const FILE_TOO_LARGE = 128 + 25;

/** Joins the groups, and has the kernel end this command before the service when memory runs out. */
const JOIN = `for file in $1; do echo $$ >"$file" || exit 125; done
echo 500 2>/dev/null >/proc/self/oom_score_adj
shift
exec "$@"`;

/** Sizes are in blocks of 512 bytes and in KiB; the number of processes has another letter in each shell. */
const RESTRICT = `ulimit -f "$1" 2>/dev/null
test "$2" = - || ulimit -d "$2" 2>/dev/null
test "$3" = - || { (ulimit -u "$3") 2>/dev/null && ulimit -u "$3"; } || ulimit -p "$3" 2>/dev/null
shift 3
exec "$@"`;

/** Three quarters of the machine's memory, 4,096 processes, 8 GiB for a file. */
export const defaultLimits = (): Limits => ({
  memoryBytes: Math.floor(Deno.systemMemoryInfo().total * 0.75),
  processes: 4096,
  fileBytes: 8 * 1024 ** 3,
});

/**
 * Puts limits in force for one command. Where a control group can be made, memory and processes are bounded for all that the
 * command starts, together. Elsewhere each process has its own bound of memory, and the number of processes is bounded by the
 * user namespace, which does not hold root back. The size of a file is bounded always.
 */
export async function holdLimits(
  limits: Limits,
  make: (limits: Limits) => Promise<ResourceGroup | null> = makeGroup,
): Promise<HeldLimits> {
  const group = await make(limits);
  const blocks = Math.floor(limits.fileBytes / 512);
  const own = group === null
    ? [String(Math.ceil(limits.memoryBytes / 1024)), String(limits.processes)]
    : ["-", "-"];
  return {
    outside: ["sh", "-c", JOIN, "sh", group?.joinFiles.join(" ") ?? ""],
    inside: ["sh", "-c", RESTRICT, "sh", String(blocks), ...own],
    reached: (exitCode) => exitCode === FILE_TOO_LARGE ? "fileBytes" : group?.reached() ?? null,
    [Symbol.asyncDispose]: async () => await group?.remove(),
  };
}

/** Says which limits hold on a machine with that version of control groups, or with none. */
export function describeLimits(groups: 1 | 2 | null): string {
  if (groups !== null) {
    return `Memory and processes of a command are bounded together (control groups, version ${groups}), and so is the size of a file.`;
  }
  const processes = Deno.uid() === 0
    ? "the number of processes is not, because root is exempt"
    : "and so is their number";
  return `The memory of each process and the size of a file are bounded, ${processes}: this user can make no control group.`;
}

/** Says which limit a command reached, and where it is set. */
export function limitSentence(reached: ReachedLimit, limits: Limits): string {
  const words = {
    memoryBytes: `ran out of memory: it may use ${inMegabytes(limits.memoryBytes)} MB`,
    processes: `started too many processes: it may have ${limits.processes} at once`,
    fileBytes: `wrote a file that is too large: one may have ${inMegabytes(limits.fileBytes)} MB`,
  };
  return `The command ${words[reached]}. "limits" in sandbox.json changes that.`;
}

const inMegabytes = (bytes: number): number => Math.round(bytes / 1e6);
