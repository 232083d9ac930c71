import { basename } from "node:path";
import { StorageError } from "./storage_error.ts";

/**
 * Remembers which files lie at the paths now. The function that it returns names the first path at which another file, or
 * none, lies since; null while all are in place. SQLite goes on writing to a file that was unlinked or renamed.
 */
export function watchPlaces(paths: readonly string[]): () => string | null {
  const before = paths.map(identityOf);
  return () => paths.find((path, index) => identityOf(path) !== before[index]) ?? null;
}

/** The error that ends a store whose files were taken away. */
export function removedError(path: string): StorageError {
  return new StorageError(
    `The storage directory, or ${
      basename(path)
    } in it, was removed or replaced while the service ran. Nothing is recorded or answered any more: stop the service, put the directory back, and start it again.`,
  );
}

/** Device and inode; where the system knows no inodes (Windows), files in use cannot be taken away. */
function identityOf(path: string): string {
  try {
    const { dev, ino } = Deno.lstatSync(path);
    return `${dev}:${ino}`;
  } catch {
    return "missing";
  }
}
