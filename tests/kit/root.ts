import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

const SKIPPED = new Set([".git", "node_modules", ".cache", "coverage", "dist"]);

/** Every file below a directory of the repository, those of the root itself for "". */
export function* filesOf(directory: string, ends = ""): Generator<string> {
  for (const entry of Deno.readDirSync(join(ROOT, directory))) {
    if (SKIPPED.has(entry.name)) continue; // in a linked worktree .git is a file
    const path = join(directory, entry.name);
    if (entry.isDirectory) yield* filesOf(path, ends);
    else if (entry.isFile && entry.name.endsWith(ends)) yield path;
  }
}
