import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { PROJECT_FILES, type ProjectFiles } from "../../services/project_context/project_commands.ts";

/** Longer than any file that tells how a project is tested. */
const MAX_BYTES = 256 * 1024;

/** Returns the repository that a directory belongs to; null where it belongs to none. */
export function repositoryOf(directory: string): string | null {
  for (let there = directory;; there = dirname(there)) {
    if (existsSync(join(there, ".git"))) return there;
    if (dirname(there) === there) return null;
  }
}

/** Reads the files of a directory that tell how a project is tested; what is no plain file of a usual size is left out. */
export function projectFiles(directory: string): ProjectFiles {
  const files = new Map<string, string>();
  for (const name of PROJECT_FILES) {
    const path = join(directory, name);
    try {
      const { isFile, size } = Deno.lstatSync(path);
      if (isFile) files.set(name, size > MAX_BYTES ? "" : Deno.readTextFileSync(path));
    } catch {
      // It is not there, or not to be read.
    }
  }
  return files;
}
