import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Held by every process that runs an unpacked version, for as long as it runs. */
const IN_USE = "in-use";

/** The lock of this process; it is never closed before the process ends. */
let held: Deno.FsFile | null = null;

/**
 * Says that this process runs the version that was unpacked into `directory`, and, the first time that this version runs,
 * removes those beside it that no process runs. What cannot be removed stays: nothing depends on it.
 */
export function keepThisVersion(directory: URL): void {
  const own = fileURLToPath(directory).replace(/\/$/, "");
  try {
    held = Deno.openSync(join(own, IN_USE), { create: true, read: true, write: true });
    if (!held.tryLockSync(false)) return;
    if (held.statSync().size > 0) return;
    held.writeSync(new TextEncoder().encode("It has run, and the versions before it were looked after.\n"));
    removeOthers(own);
  } catch {
    // A cache that cannot be written to is used as it is.
  }
}

function removeOthers(own: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(dirname(own))) {
    if (!isDirectory || name === basename(own) || !/^[0-9a-f]{64}$/.test(name)) continue;
    const directory = join(dirname(own), name);
    try {
      using lock = Deno.openSync(join(directory, IN_USE), { create: true, read: true, write: true });
      if (!lock.tryLockSync(true)) continue;
      const retired = `${directory}.retired-${crypto.randomUUID()}`;
      Deno.renameSync(directory, retired);
      Deno.removeSync(retired, { recursive: true });
    } catch {
      // Somebody else is removing it, or is just unpacking it.
    }
  }
}
