import type { Limits, ReachedLimit } from "./limit.ts";
import { makeGroup, type ResourceGroup } from "./resource_group.ts";

/** A command's active limits: how to start it under them, outside and inside its sandbox. Dispose it when the command has ended. */
export type HeldLimits = {
  outside: string[];
  inside: string[];
  /** Returns the limit that the command reached, from its exit code and the kernel's counters. */
  reached: (exitCode: number) => ReachedLimit | null;
} & AsyncDisposable;

/** The exit code of a shell whose program was ended by SIGXFSZ. */
const FILE_TOO_LARGE = 128 + 25;

/** Joins the groups, and makes the kernel end this command before the service when memory runs out. */
const JOIN = `for file in $1; do echo $$ >"$file" || exit 125; done
echo 500 2>/dev/null >/proc/self/oom_score_adj
shift
exec "$@"`;

/** Sizes are in blocks of 512 bytes and in KiB; the letter for the number of processes differs between shells. */
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
 * Applies limits to one command. If a control group can be created, memory and processes are limited for everything that the
 * command starts, together. Otherwise each process has its own memory limit, and the user namespace limits the number of
 * processes, which does not apply to root. The file size is always limited.
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

/** Returns which limits apply on a machine with that version of control groups, or with none. */
export function describeLimits(groups: 1 | 2 | null): string {
  if (groups !== null) {
    return `The memory and processes of a command are limited together (control groups, version ${groups}), and so is the file size.`;
  }
  const processes = Deno.uid() === 0
    ? "the number of processes is not, because root is exempt"
    : "and so is their number";
  return `The memory of each process and the file size are limited, ${processes}: this user cannot create control groups.`;
}

/** Returns which limit a command reached, and where it is set. */
export function limitSentence(reached: ReachedLimit, limits: Limits): string {
  const words = {
    memoryBytes: `ran out of memory: the limit is ${inMegabytes(limits.memoryBytes)} MB`,
    processes: `started too many processes: the limit is ${limits.processes} at once`,
    fileBytes: `wrote a file that is too large: the limit is ${inMegabytes(limits.fileBytes)} MB`,
  };
  return `The command ${words[reached]}. To change that, set "limits" in sandbox.json.`;
}

const inMegabytes = (bytes: number): number => Math.round(bytes / 1e6);
