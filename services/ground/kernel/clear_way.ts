import { join } from "node:path";

/**
 * Removes whatever is not a plain directory at a relative path below a directory, and on the way there. Call it before
 * creating something in a directory that a sandboxed command could write to: a link would lead elsewhere on this
 * machine.
 */
export async function clearWay(directory: string, path: string): Promise<void> {
  let at = directory;
  for (const name of path.split("/")) {
    at = join(at, name);
    const info = await Deno.lstat(at).catch((error) => {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    });
    if (info === null) return;
    if (!info.isDirectory) return await Deno.remove(at);
  }
}
