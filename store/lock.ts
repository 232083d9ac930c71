import { StorageError } from "./storage_error.ts";
import { shownTime } from "./words.ts";

/** Who holds a storage directory, as the holder wrote it. */
export type LockHolder = { pid: number; since: string; url?: string };

/** The directory is held by another process. */
export class StorageHeldError extends StorageError {
  constructor(readonly directory: string, readonly holder: LockHolder | null) {
    const who = holder
      ? `process ${holder.pid} since ${shownTime(holder.since)}${
        holder.url ? `, which listens on ${holder.url}` : ""
      }`
      : "another process, whose lock file was deleted";
    super(
      `The storage directory ${directory} is in use by ${who}. Stop that process first, or use another directory.`,
    );
  }
}

/**
 * A held directory. `isHeld` tells whether the lock still excludes others; `release` frees it; `announce` tells others where
 * this process listens.
 */
export type StorageLock = { isHeld: () => boolean; release: () => void; announce: (url: string) => void };

/**
 * Holds the directory for this process until `release`, by locks that the kernel frees when the process dies: one on
 * the file `lock`, and one on the directory itself, which deleting that file does not free. Throws `StorageHeldError`
 * at once if another process holds it.
 */
export function lockStorage(directory: string, now: Date): StorageLock {
  const path = `${directory}/lock`;
  const whole = lockDirectory(directory);
  if (whole === "taken") throw new StorageHeldError(directory, readHolder(path));
  using locks = new DisposableStack();
  locks.defer(() => free(whole));
  const file = Deno.openSync(path, { create: true, read: true, write: true, mode: 0o600 });
  locks.defer(() => free(file));
  if (!file.tryLockSync(true)) throw new StorageHeldError(directory, readHolder(path));
  const holder: LockHolder = { pid: Deno.pid, since: now.toISOString() };
  write(file, holder);
  const { dev, ino } = file.statSync();
  const held = locks.move();
  return {
    isHeld: () => whole !== null || isFile(path, dev, ino),
    announce: (url) => write(file, { ...holder, url }),
    release: () => held.dispose(),
  };
}

function write(file: Deno.FsFile, holder: LockHolder): void {
  file.truncateSync(0);
  file.seekSync(0, Deno.SeekMode.Start);
  file.writeSync(new TextEncoder().encode(JSON.stringify(holder)));
}

/** Closing alone would leave the lock to a child process that is being started at that moment. */
function free(file: Deno.FsFile | null): void {
  file?.unlockSync();
  file?.close();
}

/**
 * Null if a directory cannot be locked: on Windows, where a file in use cannot be deleted either, and on some network
 * disks.
 */
function lockDirectory(directory: string): Deno.FsFile | "taken" | null {
  let opened: Deno.FsFile;
  try {
    opened = Deno.openSync(directory, { read: true });
  } catch {
    return null;
  }
  try {
    if (opened.tryLockSync(true)) return opened;
  } catch {
    opened.close();
    return null;
  }
  opened.close();
  return "taken";
}

function isFile(path: string, dev: number, ino: number | null): boolean {
  try {
    const found = Deno.statSync(path);
    return found.dev === dev && found.ino === ino;
  } catch {
    return false;
  }
}

function readHolder(path: string): LockHolder | null {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch {
    return null;
  }
}
