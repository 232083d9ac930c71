import { closeSync, constants, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { errorCode, isMissing } from "../git/files.ts";

/** Removes a directory with everything in it, even what is read-only. A missing one is fine. */
export async function removeTree(directory: string): Promise<void> {
  try {
    await Deno.remove(directory, { recursive: true });
  } catch (error) {
    if (isMissing(error)) return;
    const isDenied = error instanceof Deno.errors.PermissionDenied;
    // Never through a link: its mode is that of its target.
    if (!isDenied || !(await Deno.lstat(directory)).isDirectory) throw error;
    await makeWritable(directory);
    await Deno.remove(directory, { recursive: true });
  }
}

/** Linux reaches an open directory through its number, also one that may not be read. */
const reachesOpenDirectories = existsSync("/proc/self/fd");
const O_PATH = 0x200000;
const DIRECTORY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Package managers create read-only directories, whose entries cannot be removed before they are writable. A program that still
 * runs could put a link in place of one meanwhile: exactly the directory that was opened is changed, and nothing behind a link.
 */
async function makeWritable(directory: string): Promise<void> {
  if (!reachesOpenDirectories) return await makeWritableAt(directory);
  let descriptor: number;
  try {
    descriptor = openSync(directory, DIRECTORY);
  } catch (error) {
    if (isMissing(error) || errorCode(error) === "ELOOP") return;
    throw error;
  }
  try {
    await makeWritableAt(`/proc/self/fd/${descriptor}`);
  } finally {
    closeSync(descriptor);
  }
}

async function makeWritableAt(directory: string): Promise<void> {
  await Deno.chmod(directory, 0o700);
  for await (const entry of Deno.readDir(directory)) {
    if (entry.isDirectory) await makeWritable(join(directory, entry.name));
  }
}
