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
