import { statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { isInside } from "../init.ts";
import { shellWord } from "../shell_word.ts";
import { failed, type Finding, ok, warning } from "./finding.ts";

/** Below this the service may soon stop to record. */
const LEAST_FREE = 512 * 1024 * 1024;
const SUGGESTED = "~/agent-harness";

/** What is known of the storage directory; `path` is null when there is none to look into. */
export type StorageReport = { path: string | null; held: boolean; findings: Finding[] };

/** The directory itself: named, there, ours alone, writable, outside the code, with room. */
export function checkStorage(value: string | undefined, codeDirectory: string | null): StorageReport {
  const name = "storage directory";
  const none = (finding: Finding): StorageReport => ({ path: null, held: false, findings: [finding] });
  const make = `agent-harness init ${SUGGESTED} && export AGENT_HARNESS_STORAGE_DIR=${SUGGESTED}`;
  if (!value) return none(failed(name, "AGENT_HARNESS_STORAGE_DIR is not set.", make));
  const path = resolve(value);
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch {
    return none(failed(name, `There is no directory ${path}.`, `agent-harness init ${shellWord(path)}`));
  }
  if (!info.isDirectory) return none(failed(name, `${path} is a file.`, make));
  if (isInside(path, codeDirectory)) {
    return none(failed(name, `${path} lies inside of the program's own directory.`, make));
  }
  const findings = [ok(name, path), writable(path), mode(path, info), room(path)];
  return { path, held: isHeld(path), findings };
}

function writable(path: string): Finding {
  try {
    Deno.removeSync(Deno.makeTempFileSync({ dir: path, prefix: ".doctor-" }));
    return ok("writable", "This user can write there.");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return failed(
      "writable",
      `This user cannot write there: ${why}`,
      `sudo chown -R "$USER" ${shellWord(path)}`,
    );
  }
}

function mode(path: string, { mode }: Deno.FileInfo): Finding {
  const open = ((mode ?? 0) & 0o077) !== 0;
  return open
    ? warning("private", "Other users of this machine can look into it.", `chmod 700 ${shellWord(path)}`)
    : ok("private", "Only this user can look into it.");
}

function room(path: string): Finding {
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  const shown = `${(free / 1024 ** 3).toFixed(1)} GiB are free.`;
  return free < LEAST_FREE
    ? failed("disk space", shown, `df -h ${shellWord(path)}    # then make room, or move the directory`)
    : ok("disk space", shown);
}

/** True when a process holds the directory. Asked for a moment only, and without writing who asks. */
function isHeld(path: string): boolean {
  try {
    using file = Deno.openSync(join(path, "lock"), { read: true, write: true });
    return !file.tryLockSync(true);
  } catch {
    return false;
  }
}

/** Who holds the directory, by what the holder wrote. */
export function holderOf(path: string): string {
  try {
    const { pid, since } = JSON.parse(Deno.readTextFileSync(join(path, "lock"))) as {
      pid: number;
      since: string;
    };
    return `the process ${pid}, since ${since}`;
  } catch {
    return "a process that did not say which";
  }
}
