import { dirname } from "node:path";

/**
 * Writes a file that this user alone may read, whole or not at all; it is on disk once its directory is, too. What a killed
 * process leaves is `temporary`.
 */
export function writeDurably(
  path: string,
  content: Uint8Array | string,
  temporary = `${path}.${crypto.randomUUID()}.tmp`,
): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  try {
    using file = Deno.openSync(temporary, { createNew: true, write: true, mode: 0o600 });
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    file.syncSync();
    Deno.renameSync(temporary, path);
  } catch (cause) {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It was never made.
    }
    throw cause;
  }
}

/** Writes a file as `writeDurably` does, off the event loop, and syncs its directory. */
export async function replaceDurably(path: string, content: Uint8Array, temporary: string): Promise<void> {
  await writeNew(temporary, [content]);
  await Deno.rename(temporary, path);
  await sync(dirname(path));
}

/** Writes a new file that this user alone may read and syncs its content; nothing is left of it when that fails. */
export async function writeNew(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length;) at += await file.write(chunk.subarray(at));
    }
    await file.sync();
  } catch (cause) {
    await Deno.remove(path).catch(() => {});
    throw cause;
  } finally {
    file.close();
  }
}

/** Waits until the content of a file, or the names in a directory, are on disk. */
export async function sync(path: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  using opened = await Deno.open(path, { read: true });
  await opened.sync();
}

/** Makes sure that the names in a directory are on disk. */
export function syncDirectory(path: string): void {
  if (Deno.build.os === "windows") return;
  using directory = Deno.openSync(path, { read: true });
  directory.syncSync();
}

/** Directories whose names this process has synced. */
const synced = new Set<string>();

/**
 * Makes a directory, and those above it that are missing, each on disk in the one above. A directory that a process before
 * this one made counts as not yet synced.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  if (synced.has(path) && isDirectory(path)) return;
  if (!isDirectory(dirname(path))) makeDirectory(dirname(path), mode);
  Deno.mkdirSync(path, { recursive: true, mode });
  syncDirectory(dirname(path));
  synced.add(path);
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
