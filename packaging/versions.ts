/** Held by every process that runs an unpacked version, for as long as it runs. */
const IN_USE = "in-use";

/** The lock of this process; it is never closed before the process ends. */
let held: Deno.FsFile | null = null;

/**
 * Says that this process runs the version that was unpacked into `directory`, and, the first time that this version runs,
 * removes those beside it that no process runs. What cannot be removed stays: nothing depends on it. It makes do with URLs, as
 * `node:path` and `node:url` would cost every start more than all of this.
 */
export function keepThisVersion(directory: URL): void {
  try {
    held = Deno.openSync(new URL(IN_USE, directory), { create: true, read: true, write: true });
    if (!held.tryLockSync(false)) return;
    if (held.statSync().size > 0) return;
    held.writeSync(new TextEncoder().encode("It has run, and the versions before it were looked after.\n"));
    removeOthers(directory);
  } catch {
    // A cache that cannot be written to is used as it is.
  }
}

function removeOthers(own: URL): void {
  const versions = new URL("..", own);
  for (const { name, isDirectory } of Deno.readDirSync(versions)) {
    const directory = new URL(`${name}/`, versions);
    if (!isDirectory || directory.href === own.href || !/^[0-9a-f]{64}$/.test(name)) continue;
    try {
      using lock = Deno.openSync(new URL(IN_USE, directory), { create: true, read: true, write: true });
      if (!lock.tryLockSync(true)) continue;
      const retired = new URL(`${name}.retired-${crypto.randomUUID()}`, versions);
      Deno.renameSync(directory, retired);
      Deno.removeSync(retired, { recursive: true });
    } catch {
      // Somebody else is removing it, or is just unpacking it.
    }
  }
}
