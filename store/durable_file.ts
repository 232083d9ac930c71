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

/** Makes sure that the names in a directory are on disk. */
export function syncDirectory(path: string): void {
  if (Deno.build.os === "windows") return;
  using directory = Deno.openSync(path, { read: true });
  directory.syncSync();
}
