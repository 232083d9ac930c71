/** Who holds a storage directory, as the holder wrote it. */
export type LockHolder = { pid: number; since: string };

/** The directory is held by another process. */
export class StorageHeldError extends Error {
  constructor(readonly directory: string, readonly holder: LockHolder | null) {
    const who = holder ? `the process ${holder.pid} since ${holder.since}` : "another process";
    super(
      `The storage directory ${directory} is in use by ${who}. Stop that one first, or use another directory.`,
    );
  }
}

/**
 * Holds the directory for this process until `release`, by a lock that the kernel frees when the process dies however
 * it dies. Throws `StorageHeldError` at once when another process holds it.
 */
export function lockStorage(directory: string, now: Date): { release: () => void } {
  const path = `${directory}/lock`;
  const file = Deno.openSync(path, { create: true, read: true, write: true });
  if (!file.tryLockSync(true)) {
    file.close();
    throw new StorageHeldError(directory, readHolder(path));
  }
  file.truncateSync(0);
  file.writeSync(new TextEncoder().encode(JSON.stringify({ pid: Deno.pid, since: now.toISOString() })));
  return {
    release: () => {
      // Closing alone leaves it to a child that is being started just then, for as long as that has the file too.
      file.unlockSync();
      file.close();
    },
  };
}

function readHolder(path: string): LockHolder | null {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch {
    return null;
  }
}
