import { statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { isInside } from "../init.ts";
import { shellWord } from "../../client/shell_word.ts";
import { isHeld } from "../service/held.ts";
import { type DoctorFinding, failed, ok } from "./finding.ts";
import { LOCAL } from "../local.later.ts";
import { codeOf, messageOf } from "../../store/shared/message_of.ts";

/** The free space below which the service may soon be unable to record. */
const MIN_FREE = 512 * 1024 * 1024;

/** The findings about the storage directory; `path` is null if there is none to inspect. */
export type StorageReport = { path: string | null; held: boolean; findings: DoctorFinding[] };

/** Checks the directory itself: named, existing, private, writable, outside of the code, with enough space. */
export async function checkStorage(
  value: string | null,
  codeDirectory: string | null,
): Promise<StorageReport> {
  const name = "storage directory";
  const none = (finding: DoctorFinding): StorageReport => ({ path: null, held: false, findings: [finding] });
  const make = "agent-harness init";
  const elsewhere = "agent-harness init ~/harness --remember    # and unset AGENT_HARNESS_STORAGE_DIR";
  if (value === null) return none(failed(name, "No storage directory yet.", make));
  const path = resolve(value);
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch {
    return none(
      failed(name, `The directory ${path} does not exist.`, `agent-harness init ${shellWord(path)}`),
    );
  }
  if (!info.isDirectory) return none(failed(name, `${path} is a file.`, elsewhere));
  if (isInside(path, codeDirectory)) {
    return none(failed(name, `${path} lies inside of the program's own directory.`, elsewhere));
  }
  const findings = [ok(name, path), writable(path), mode(path, info), room(path)];
  return { path, held: isHeld(path), findings: [...findings, ...await signer(path)] };
}

/** Returns the fingerprint of the key that signs capsules, once there is one. */
async function signer(path: string): Promise<DoctorFinding[]> {
  const { findSigningKey, fingerprintOf } = await LOCAL.signer();
  try {
    const key = findSigningKey(path);
    return key === null ? [] : [ok("signing key", `${fingerprintOf(key.publicKey)}, which signs capsules.`)];
  } catch (cause) {
    const fix = `rm ${shellWord(join(path, "signing-key.json"))}    # the next capsule makes another key`;
    return [failed("signing key", `It cannot be read: ${messageOf(cause)}`, fix)];
  }
}

function writable(path: string): DoctorFinding {
  try {
    const probe = Deno.makeTempFileSync({ dir: path, prefix: ".doctor-" });
    Deno.removeSync(probe);
    return ok("writable", "This user can write there.");
  } catch (cause) {
    const why = messageOf(cause);
    const full = codeOf(cause) === "ENOSPC";
    return failed(
      "writable",
      `The directory is not writable: ${why}`,
      full ? makeRoom(path) : `sudo chown -R "$USER" ${shellWord(path)} && chmod 700 ${shellWord(path)}`,
    );
  }
}

function mode(path: string, { mode, uid }: Deno.FileInfo): DoctorFinding {
  const fix = `chmod 700 ${shellWord(path)}`;
  const bits = (mode ?? 0o700) & 0o777;
  const shown = `Its mode is ${bits.toString(8).padStart(4, "0")}`;
  if (uid !== null && uid !== Deno.uid()) {
    return failed("private", "It belongs to another user.", `sudo chown -R "$USER" ${shellWord(path)}`);
  }
  if ((bits & 0o700) !== 0o700) return failed("private", `${shown}: you have no access.`, fix);
  return (bits & 0o077) !== 0
    ? failed("private", `${shown}: other users on this machine can read it.`, fix)
    : ok("private", "Only this user can read it.");
}

function room(path: string): DoctorFinding {
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  const shown = `${(free / 1024 ** 2).toFixed(0)} MiB are free.`;
  return free < MIN_FREE ? failed("disk space", `Only ${shown}`, makeRoom(path)) : ok("disk space", shown);
}

/** Returns a command that shows what uses the disk. A person decides what to remove or move. */
const makeRoom = (path: string): string =>
  `du -xh -d 2 "$(df -P ${shellWord(path)} | awk 'END {print $6}')" | sort -h | tail` +
  `    # remove files that you do not need; or: mv ${shellWord(path)} <a larger disk>`;
