import { createHash } from "node:crypto";
import type { Bytes } from "./seal.ts";

const READ = 1024 * 1024;

/** Returns the next bytes of a file, fewer only at its end. */
export async function readFully(file: Deno.FsFile, size: number): Promise<Bytes> {
  const bytes = new Uint8Array(size);
  let at = 0;
  while (at < size) {
    const read = await file.read(bytes.subarray(at));
    if (read === null) break;
    at += read;
  }
  return bytes.subarray(0, at);
}

/** Writes all bytes. */
export async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}

/** Returns the SHA-256 of a file, in hex. */
export async function hashOfFile(path: string): Promise<string> {
  using file = await Deno.open(path, { read: true });
  const hash = createHash("sha256");
  for (;;) {
    const block = await readFully(file, READ);
    if (block.length === 0) return hash.digest("hex");
    hash.update(block);
  }
}
