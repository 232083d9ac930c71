import { dirname } from "node:path";

/**
 * Writes a file, readable by this user only, completely or not at all. It is on disk once its directory is synced too.
 * A killed process leaves `temporary`.
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
      // It was never created.
    }
    throw cause;
  }
}

/** Like `writeDurably`, off the event loop; also syncs the directory. */
export async function replaceDurably(path: string, content: Uint8Array, temporary: string): Promise<void> {
  await writeNew(temporary, [content]);
  await Deno.rename(temporary, path);
  await sync(dirname(path));
}

/** Writes a new file, readable by this user only, and syncs its content. Leaves nothing behind if that fails. */
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
 * Makes a directory and its missing parents, each on disk in its parent. A directory made by an earlier process counts
 * as not yet synced.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  if (synced.has(path) && isDirectory(path)) return;
  if (!isDirectory(dirname(path))) makeDirectory(dirname(path), mode);
  Deno.mkdirSync(path, { recursive: true, mode });
  syncDirectory(dirname(path));
  synced.add(path);
}

/** Returns whether there is a file. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
