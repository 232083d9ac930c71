import { join } from "node:path";
import { isMissing } from "../../machine/repositories/git/files.ts";
import { Refusal } from "./refusal.ts";

/** A path of an instruction on disk; `info` is null when nothing is there. Links are not followed. */
export type ToolPath = { path: string; absolute: string; info: Deno.FileInfo | null };

/**
 * Finds a path of an instruction under the task's directory. No component before the last may be a symbolic link, a file, or
 * the root of another repository, so what is read or written is in the directory itself.
 *
 * @throws {Refusal} naming the component in the way
 */
export async function placeOf(directory: string, path: string): Promise<ToolPath> {
  const names = path.split("/");
  let absolute = directory;
  for (const [index, name] of names.entries()) {
    absolute = join(absolute, name);
    const info = await lstat(absolute);
    if (index === names.length - 1) return { path, absolute, info };
    if (info === null) return { path, absolute: join(directory, ...names), info: null };
    const parent = names.slice(0, index + 1).join("/");
    if (info.isSymlink) {
      throw new Refusal(
        `${path} is behind the symbolic link ${parent}. Name the target of the link instead.`,
      );
    }
    if (!info.isDirectory) throw new Refusal(`${path} cannot exist: ${parent} is a file, not a directory.`);
    if (await lstat(join(absolute, ".git")) !== null) {
      throw new Refusal(
        `${path} is in ${parent}, which is a separate repository. Run the request there.`,
      );
    }
  }
  return { path, absolute, info: null };
}

/** Returns what is at a path itself, or null when nothing is. */
export async function lstat(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
