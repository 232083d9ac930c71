import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  PROJECT_FILES,
  type ProjectFiles,
} from "../../services/knowledge/project_context/project_commands.ts";
import { LOCAL } from "../local.later.ts";

/** The size above which a file is not searched for a test command. */
const MAX_BYTES = 256 * 1024;

/** Returns the repository that contains a directory, or null. */
export function repositoryOf(directory: string): string | null {
  for (let there = directory;; there = dirname(there)) {
    if (existsSync(join(there, ".git"))) return there;
    if (dirname(there) === there) return null;
  }
}

/** Returns the first program that a project's commands need and this machine lacks, or null. */
export async function missingProgram(
  directory: string,
  commands: readonly (string | null)[],
): Promise<string | null> {
  const { findProgram } = await LOCAL.findProgram();
  const searchPath = Deno.env.get("PATH") ?? "";
  const programs = commands.flatMap((command) => command?.split(" ")[0] ?? []);
  const placeOf = (program: string) => program.includes("/") ? join(directory, program) : program;
  return programs.find((program) => findProgram(placeOf(program), searchPath) === null) ?? null;
}

/** Reads the files that show how a project is tested; skips anything but plain files of normal size. */
export function projectFiles(directory: string): ProjectFiles {
  const files = new Map<string, string>();
  for (const name of PROJECT_FILES) {
    const path = join(directory, name);
    try {
      const { isFile, size } = Deno.lstatSync(path);
      if (isFile) files.set(name, size > MAX_BYTES ? "" : Deno.readTextFileSync(path));
    } catch {
      // It does not exist, or cannot be read.
    }
  }
  return files;
}
