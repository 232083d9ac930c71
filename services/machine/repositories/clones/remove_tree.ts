import { join } from "node:path";
import { isMissing } from "../git/files.ts";

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

/** Package managers create read-only directories, whose entries cannot be removed before they are writable. */
async function makeWritable(directory: string): Promise<void> {
  await Deno.chmod(directory, 0o700);
  for await (const entry of Deno.readDir(directory)) {
    if (entry.isDirectory) await makeWritable(join(directory, entry.name));
  }
}
