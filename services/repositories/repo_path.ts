import { isAbsolute, join, resolve } from "node:path";
import { InvalidError } from "../kernel/errors.ts";
import { findPlace } from "./mod.ts";
import { homeDirectory } from "../kernel/environment.ts";

/** An absolute path as it was given, `~` expanded; `field` is what the sentence calls it. Throws `InvalidError`. */
export function absolutePath(given: string, field: string): string {
  const path = /^~(?=$|[/\\])/.test(given) ? join(homeDirectory() ?? "/", given.slice(1)) : given;
  if (path.includes("\0") || !isAbsolute(path)) {
    throw new InvalidError(`${field} must be the absolute path of a directory; it is "${given}".`);
  }
  return path;
}

/** The existing directory that a path names, absolute, `~` expanded, in its plain form. Throws `InvalidError`. */
export function existingDirectory(given: string, field: string): string {
  const path = absolutePath(given, field);
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch (cause) {
    throw new InvalidError(`${field} is "${given}", and there is no such directory.`, { cause });
  }
  if (!info.isDirectory) {
    throw new InvalidError(`${field} is "${given}", which is a file. Name the directory.`);
  }
  // ".." after a symbolic link is the parent of what the link names, which only the file system knows.
  return path.split("/").includes("..") ? Deno.realPathSync(path) : resolve(path);
}

/**
 * The directory that a run's `repoPath` names, in its plain form: two spellings of one directory are one. Every endpoint that
 * takes a `repoPath` asks here, and the executor asks `findPlace` again, because a link may have been swapped meanwhile.
 *
 * @throws {InvalidError} what `findPlace` throws
 */
export function resolveRepoPath(
  { config }: { config: { storageDirectory: string } },
  given: string,
  field = "repoPath",
): string {
  const path = existingDirectory(given, field);
  findPlace(path, config.storageDirectory);
  return path;
}
