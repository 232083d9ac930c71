import { dirname, join, resolve } from "node:path";
import { absolutePath, resolveRepoPath } from "../repositories/repo_path.ts";

/** A project as it was named, and the same directory with every symbolic link resolved. */
export type ProjectPlace = { projectPath: string; projectRoot: string };

/** The existing directory that `projectPath` names. Throws what `resolveRepoPath` throws. */
export function resolveProject(ctx: Parameters<typeof resolveRepoPath>[0], given: string): ProjectPlace {
  const projectPath = resolveRepoPath(ctx, given, "projectPath");
  return { projectPath, projectRoot: Deno.realPathSync(projectPath) };
}

/** What to compare with `projectRoot`: also the path of a directory that is gone. Throws `InvalidError` when relative. */
export function projectRootOf(given: string): string {
  const path = absolutePath(given, "projectPath");
  try {
    return Deno.realPathSync(path);
  } catch {
    return resolve(path);
  }
}

/** The working tree that a real directory lies in: the nearest one with a `.git`, or the directory itself. */
export function repositoryRootOf(directory: string): string {
  return directoriesUpwards(directory).find((each) => exists(join(each, ".git"))) ?? directory;
}

/** A directory and those around it, up to `last` or, when that is not around it, up to the file system's root. */
export function directoriesUpwards(directory: string, last?: string): string[] {
  const found = [directory];
  for (let at = directory; at !== last && at !== dirname(at);) found.push(at = dirname(at));
  return found;
}

/** Tells whether something is there; a symbolic link counts, wherever it leads. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
