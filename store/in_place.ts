import { basename } from "node:path";
import { StorageError } from "./storage_error.ts";

/**
 * Remembers the files at the given paths. The returned function names the first path whose file was replaced or removed
 * since, or null. SQLite would go on writing to a file that was unlinked or renamed.
 */
export function watchPlaces(paths: readonly string[]): () => string | null {
  const before = paths.map(identityOf);
  return () => paths.find((path, index) => identityOf(path) !== before[index]) ?? null;
}

/** When the files are looked at: inside of a transaction that is about to commit, right after its commit, or between two. */
export type Moment = "committing" | "committed" | "idle";

/**
 * Remembers how long the write-ahead log at `path` was. Only a commit shortens it, never to less than `limit` bytes. The
 * store says so when it empties the log itself.
 */
export class WatchedLog {
  readonly #identity: string;
  #size: number;

  constructor(readonly path: string, readonly limit: number) {
    this.#identity = identityOf(path);
    this.#size = sizeOf(path);
  }

  /** Returns whether another program has shortened the log since the last look. A log that is gone is not cut. */
  isCut(moment: Moment): boolean {
    const size = sizeOf(this.path);
    const shorter = size < this.#size && (moment !== "committed" || size < this.limit);
    if (shorter) return identityOf(this.path) === this.#identity;
    this.#size = size;
    return false;
  }

  /** The store has emptied the log. */
  emptied(): void {
    this.#size = 0;
  }
}

/**
 * Remembers the size of the database at `path`, which never shrinks, and when it was last written. Only a checkpoint writes to
 * it; `isOther` compares the content after any other change.
 */
export class WatchedDatabase {
  readonly #identity: string;
  #size: number;
  #written: number;

  constructor(readonly path: string, readonly isOther: () => boolean) {
    this.#identity = identityOf(path);
    [this.#size, this.#written] = [sizeOf(path), writtenAt(path)];
  }

  /** Returns whether another program has shortened the file, or has written other content to it. One that is gone is neither. */
  isChanged(moment: Moment): boolean {
    const size = sizeOf(this.path);
    if (size < this.#size) return identityOf(this.path) === this.#identity;
    this.#size = size;
    if (moment !== "idle") return false;
    const written = writtenAt(this.path);
    if (written === this.#written) return false;
    this.#written = written;
    return this.isOther();
  }
}

/** The error that ends a store whose database was overwritten. */
export function changedError(path: string): StorageError {
  return new StorageError(
    `${
      basename(path)
    } was shortened or overwritten by another program while the service ran, perhaps with an older copy. Requests are no longer recorded or answered. Keep other programs, such as a sync tool, away from the storage directory. Stop the service, and restore a backup into a new directory: agent-harness backup restore <backup> --to <directory>.`,
  );
}

/** The error that ends a store whose write-ahead log lost entries. */
export function cutError(path: string): StorageError {
  return new StorageError(
    `${
      basename(path)
    } was shortened by another program while the service ran, so newer entries are lost. Requests are no longer recorded or answered. Keep other programs, such as a sync tool, away from the storage directory. Stop the service, and restore a backup into a new directory, or run agent-harness store accept-head to continue with what the database contains.`,
  );
}

/** The error that ends a store whose files were taken away. */
export function removedError(path: string): StorageError {
  return new StorageError(
    `The storage directory, or ${
      basename(path)
    } in it, was removed or replaced while the service ran. Requests are no longer recorded or answered. Stop the service, put the directory back, and start it again.`,
  );
}

/** Device and inode. Systems without inodes (Windows) do not allow removing files in use. */
function identityOf(path: string): string {
  try {
    const { dev, ino } = Deno.lstatSync(path);
    return `${dev}:${ino}`;
  } catch {
    return "missing";
  }
}

function sizeOf(path: string): number {
  try {
    return Deno.lstatSync(path).size;
  } catch {
    return 0;
  }
}

function writtenAt(path: string): number {
  try {
    return Deno.lstatSync(path).mtime?.getTime() ?? 0;
  } catch {
    return 0;
  }
}
