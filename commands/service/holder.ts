import { join } from "node:path";
import { localTime } from "../render/cell.ts";
import { recordOf } from "../../store/shared/records.ts";

/** The process that uses a storage directory, as far as known. */
type Holder = { pid: number | null; since: string | null; url: string | null };

/** Reads which process uses the directory from the lock file. */
export function readHolder(path: string): Holder {
  try {
    const { pid, since, url } = recordOf(JSON.parse(Deno.readTextFileSync(join(path, "lock"))));
    return {
      pid: Number.isInteger(pid) ? Number(pid) : null,
      since: typeof since === "string" ? since : null,
      url: typeof url === "string" ? URL.parse(url)?.origin ?? null : null,
    };
  } catch {
    return { pid: null, since: null, url: null };
  }
}

/** Returns a description of the process as part of a sentence. */
export const describeHolder = ({ pid, since }: Holder): string =>
  pid === null ? "an unknown process" : `process ${pid}${since ? `, since ${localTime(since)}` : ""}`;

/** Returns the command that reaches the process using a directory, or stops it. */
export function mendHolder({ pid }: Holder, path: string): string {
  if (pid === null) return `fuser ${join(path, "lock")}    # shows the process; then: kill <its id>`;
  const port = listeningPort(pid);
  return port === null
    ? `ps -p ${pid} -o args=    # to stop it: kill ${pid}`
    : `export AGENT_HARNESS_URL=http://127.0.0.1:${port}    # its address; or stop it: kill ${pid}`;
}

/** Returns the port that a process listens on, from /proc; null if unknown. */
export function listeningPort(pid: number): number | null {
  try {
    const sockets = new Set(
      [...Deno.readDirSync(`/proc/${pid}/fd`)].map(({ name }) => inodeOf(`/proc/${pid}/fd/${name}`)),
    );
    for (const table of ["tcp", "tcp6"]) {
      for (const line of Deno.readTextFileSync(`/proc/net/${table}`).split("\n").slice(1)) {
        const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
        if (state === LISTENING && sockets.has(inode)) return parseInt(local!.split(":")[1]!, 16);
      }
    }
  } catch {
    // Another system, or another user's process.
  }
  return null;
}

/** The state of a listening socket in `/proc/net/tcp`. */
const LISTENING = "0A";

function inodeOf(path: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(Deno.readLinkSync(path))?.[1];
  } catch {
    return undefined;
  }
}
