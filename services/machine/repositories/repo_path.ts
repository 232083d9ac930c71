import { isAbsolute, join, resolve } from "node:path";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { requirePlace } from "./mod.ts";
import { homeDirectory } from "../../ground/kernel/environment.ts";

/** Returns an absolute path as given, with `~` expanded; sentences call it `field`. Throws `InvalidError`. */
export function absolutePath(given: string, field: string): string {
  const path = /^~(?=$|[/\\])/.test(given) ? join(homeDirectory() ?? "/", given.slice(1)) : given;
  if (path.includes("\0") || !isAbsolute(path)) {
    throw new InvalidError(`${field} must be the absolute path of a directory, but it is "${given}".`);
  }
  return path;
}

/** Returns the existing directory of a path, absolute, in normal form, with `~` expanded. Throws `InvalidError`. */
export function existingDirectory(given: string, field: string): string {
  const path = absolutePath(given, field);
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch (cause) {
    throw new InvalidError(`${field} is "${given}", which does not exist.`, { cause });
  }
  if (!info.isDirectory) {
    throw new InvalidError(`${field} is "${given}", which is a file. Name the directory.`);
  }
  // ".." after a symbolic link is the parent of the link's target, which only the file system knows.
  return path.split("/").includes("..") ? Deno.realPathSync(path) : resolve(path);
}

/**
 * Returns the directory of a run's `repoPath` in normal form: two spellings of one directory become equal. Every endpoint with a
 * `repoPath` calls this, and the executor calls `findWorkDirectory`, which looks at everything again: a link may have changed meanwhile.
 *
 * @throws {InvalidError} what `requirePlace` throws
 */
export function resolveRepoPath(
  { config }: { config: { storageDirectory: string } },
  given: string,
  field = "repoPath",
): string {
  const path = existingDirectory(given, field);
  requirePlace(path, config.storageDirectory);
  return path;
}
