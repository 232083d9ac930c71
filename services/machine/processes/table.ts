/** One process in the system's table. `group` and `session` are ids; `startTime` distinguishes it from others. */
export type ProcessEntry = { pid: number; group: number; session: number; startTime: string };

/**
 * Returns when a process started, as an opaque text that no other process with that id ever has: on Linux field 22 of
 * `/proc/<pid>/stat` and the id of this boot, elsewhere the output of `ps`. Null if there is no such process (a zombie counts as
 * none).
 *
 * @see proc_pid_stat(5)
 */
export async function processStartTime(pid: number): Promise<string | null> {
  if (Deno.build.os === "linux") return readEntry(pid, await bootId())?.startTime ?? null;
  return (await listWithPs(pid)).find((entry) => entry.pid === pid)?.startTime ?? null;
}

/** Returns every living process that this user may see; zombies are left out. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  if (Deno.build.os !== "linux") return await listWithPs();
  const boot = await bootId();
  return idsNow().flatMap((pid) => readEntry(pid, boot) ?? []);
}

const idsNow = (): number[] =>
  [...Deno.readDirSync("/proc")].flatMap(({ name }) => /^\d+$/.test(name) ? [Number(name)] : []);

/**
 * Whether a process is still the one of an earlier entry. Synchronous, so that the caller can act before anything changes.
 */
export function isStill(entry: ProcessEntry): boolean {
  if (Deno.build.os !== "linux") return true;
  const boot = entry.startTime.slice(entry.startTime.indexOf("@") + 1);
  return readEntry(entry.pid, boot)?.startTime === entry.startTime;
}

/**
 * Whether a process started in the same boot and not before `startTime`, as all descendants of the process with that start time
 * did (Linux only). It avoids a closer check of most processes.
 */
export function isNoOlder(entry: ProcessEntry, startTime: string): boolean {
  const [ticks = "", boot] = entry.startTime.split("@");
  const [since = "", then] = startTime.split("@");
  return boot === then && Number(ticks) >= Number(since);
}

/** Returns a variable of a process's initial environment; null if it has none or may not be read (Linux only). */
export function processVariable(pid: number, name: string): string | null {
  const environment = readProc(`/proc/${pid}/environ`);
  const line = environment?.split("\0").find((line) => line.startsWith(`${name}=`));
  return line?.slice(name.length + 1) ?? null;
}

/**
 * Whether a process lives in a process namespace below this service's, like everything in a sandbox (Linux only). The first one
 * there is not counted: it belongs to the sandbox, and takes no signal but SIGKILL.
 */
export function isConfined(pid: number): boolean {
  const ids = namespaceIds(String(pid));
  const [, ...below] = ids.slice(namespaceIds("self").length - 1);
  return below.length > 1 || (below.length === 1 && below[0] !== "1");
}

/** Returns the ids of all processes below one, whatever group and session they are in (Linux only). */
export function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const each of idsNow()) {
    const parent = Number(fieldsOf(`/proc/${each}/stat`)?.[1]);
    children.set(parent, [...children.get(parent) ?? [], each]);
  }
  const found: number[] = [];
  for (const open = [pid]; open.length > 0;) {
    const below = children.get(open.pop()!) ?? [];
    found.push(...below);
    open.push(...below);
  }
  return found;
}

/** Whether no thread of a process runs: each is stopped, over, or waits for a child that is stopped before it begins (Linux only). */
export function isStopped(pid: number): boolean {
  try {
    return Deno.readDirSync(`/proc/${pid}/task`).every(({ name }) => {
      const thread = `/proc/${pid}/task/${name}`;
      const state = fieldsOf(`${thread}/stat`)?.[0] ?? "X";
      // In the kernel it may be renaming a file, which it ends before it stops.
      return state === "D" ? isForking(thread) : /^[TtZX]$/.test(state);
    });
  } catch {
    return true; // gone
  }
}

/** Whether a process was stopped by a signal (Linux only). */
export const isSuspended = (pid: number): boolean => fieldsOf(`/proc/${pid}/stat`)?.[0] === "T";

/** Returns the ids of all processes with these arguments, one directly after the other (Linux only). */
export function processesWith(...args: readonly string[]): number[] {
  if (Deno.build.os !== "linux") return [];
  const wanted = `\0${args.join("\0")}\0`;
  return idsNow().filter((pid) => readProc(`/proc/${pid}/cmdline`)?.includes(wanted));
}

/** The numbers of clone, vfork and clone3, on x86_64 and aarch64. */
const FORKS = Deno.build.arch === "aarch64" ? /^(?:220|435) / : /^(?:56|58|435) /;

const isForking = (thread: string): boolean => FORKS.test(readProc(`${thread}/syscall`) ?? "");

/** Returns the ids of a process, from this service's namespace down to its own. */
function namespaceIds(pid: string): string[] {
  return /^NSpid:\s*(.+)$/m.exec(readProc(`/proc/${pid}/status`) ?? "")?.[1]?.split(/\s+/) ?? [];
}

let boot: Promise<string> | undefined;

function bootId(): Promise<string> {
  return boot ??= Deno.readTextFile("/proc/sys/kernel/random/boot_id").then((text) => text.trim());
}

function readEntry(pid: number, boot: string): ProcessEntry | null {
  const fields = fieldsOf(`/proc/${pid}/stat`);
  if (fields === null) return null;
  const [state = "", , group, session] = fields;
  if (state === "Z" || state === "X") return null;
  return { pid, group: Number(group), session: Number(session), startTime: `${fields[19]}@${boot}` };
}

/** Returns the fields after the program's name, which may itself contain spaces and parentheses; null if there is no such process. */
function fieldsOf(path: string): string[] | null {
  return readProc(path)?.replace(/^.*\) /s, "").split(" ") ?? null;
}

function readProc(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    // Gone, or owned by another user.
    return null;
  }
}

async function listWithPs(pid?: number): Promise<ProcessEntry[]> {
  const which = pid === undefined ? ["-A"] : ["-p", String(pid)];
  const { stdout } = await new Deno.Command("ps", {
    args: [...which, "-o", "pid=,pgid=,stat=,lstart="],
    clearEnv: true,
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    stdin: "null",
    stderr: "null",
  }).output();
  return new TextDecoder().decode(stdout).split("\n").flatMap((line) => {
    const [, id, group, state, startTime] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (id === undefined || group === undefined || startTime === undefined || state?.startsWith("Z")) {
      return [];
    }
    return [{ pid: Number(id), group: Number(group), session: Number(group), startTime }];
  });
}
