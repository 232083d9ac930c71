import { dirname, join, resolve } from "node:path";
import { absolutePath, resolveRepoPath } from "../../../machine/repositories/repo_path.ts";

/** The given path of a project, and the same directory with all symbolic links resolved. */
export type ProjectPlace = { projectPath: string; projectRoot: string };

/** Returns the existing directory of `projectPath`. Throws what `resolveRepoPath` throws. */
export function resolveProject(ctx: Parameters<typeof resolveRepoPath>[0], path: string): ProjectPlace {
  const projectPath = resolveRepoPath(ctx, path, "projectPath");
  return { projectPath, projectRoot: Deno.realPathSync(projectPath) };
}

/** Returns what to compare with `projectRoot`: also the path of a deleted directory. Throws `InvalidError` when relative. */
export function projectRootOf(text: string): string {
  const path = absolutePath(text, "projectPath");
  try {
    return Deno.realPathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Returns the working tree of a real directory: the nearest one with a `.git`, or the directory itself. */
export function repositoryRootOf(directory: string): string {
  return directoriesUpwards(directory).find((each) => exists(join(each, ".git"))) ?? directory;
}

/** Yields a directory and its parents, up to `last` or, if that is not a parent, up to the file system's root. */
export function directoriesUpwards(directory: string, last?: string): string[] {
  const found = [directory];
  for (let at = directory; at !== last && at !== dirname(at);) found.push(at = dirname(at));
  return found;
}

/** Whether something exists; a symbolic link counts, wherever it leads. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
