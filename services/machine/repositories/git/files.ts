import { join } from "node:path";
import { type Links, readBounded } from "../../../ground/kernel/bounded_file.ts";
import { UnavailableError } from "../../../ground/kernel/errors.ts";

/** Whether a file system error means that nothing is at a path. */
export function isMissing(error: unknown): boolean {
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return true;
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error));
}

/** Returns the `code` of a file system error, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** This service may not write at a place: another attempt would be refused too, until a person changes that. */
export class UnwritableError extends UnavailableError {}

/** How the system says so. */
const REFUSALS = ["EACCES", "EPERM", "EROFS"];

/** Returns the error for a write that the system refused at a place; null for any other error. */
export function unwritable(place: string, cause: unknown): UnwritableError | null {
  const code = errorCode(cause);
  if (!REFUSALS.includes(code)) return null;
  return new UnwritableError(
    `This service may not write in ${place} (${code}). Change the permissions there, and retry the run.`,
    { cause },
  );
}

/**
 * Returns the text of a small regular file, or null when there is none. Follows links, as git does for its own files.
 *
 * @throws {UnavailableError} when it is larger than `limit` bytes (a device or pipe counts as missing)
 */
export async function readSmallFile(path: string, limit = 1 << 20): Promise<string | null> {
  const bytes = await readSmallBytes(path, limit, "follow");
  return bytes && textOf(bytes);
}

/** With a byte order mark, if the file has one: what is written back must be the same. */
const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** Returns the bytes of a small regular file, or null when there is none. Throws what `readSmallFile` throws. */
export async function readSmallBytes(path: string, limit: number, links: Links): Promise<Uint8Array | null> {
  const file = await readBounded(path, limit, links);
  if ("bytes" in file) return file.bytes;
  if (file.problem === "too_large") {
    throw new UnavailableError(`The file ${path} is too large: at most ${limit} bytes are read.`);
  }
  if (file.problem === "unreadable") throw file.cause;
  return null;
}

/**
 * Returns the text of a small regular file below a real directory, or null when it is missing or behind a symbolic link, whose
 * target does not belong to the directory. Throws what `readSmallFile` throws.
 */
export async function readOwnFile(directory: string, name: string, limit: number): Promise<string | null> {
  const path = join(directory, name);
  const real = await Deno.realPath(path).catch(() => null);
  if (real !== path) return null;
  const bytes = await readSmallBytes(path, limit, "refuse");
  return bytes && textOf(bytes);
}

/** Writes a file atomically: readers see the old content or the new, never a part. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  if (typeof content === "string") await Deno.writeTextFile(temporary, content);
  else await Deno.writeFile(temporary, content);
  await Deno.rename(temporary, path);
}

/** Removes a file if it is there. */
export async function removeFile(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Returns the entries of a directory; empty if it does not exist. */
export async function entriesOf(directory: string): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(directory));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
