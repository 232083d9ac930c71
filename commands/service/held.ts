import { join } from "node:path";

/** Returns whether a process is using the directory. Takes the lock only briefly, without recording a holder. */
export const isHeld = (path: string): boolean =>
  isLocked(path, { read: true }) || isLocked(join(path, "lock"), { read: true, write: true });

function isLocked(path: string, options: Deno.OpenOptions): boolean {
  try {
    using file = Deno.openSync(path, options);
    return !file.tryLockSync(true);
  } catch {
    return false;
  }
}
