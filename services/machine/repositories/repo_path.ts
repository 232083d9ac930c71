import { isAbsolute, join, resolve } from "node:path";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { requirePlace } from "./mod.ts";
import { homeDirectory } from "../../ground/kernel/environment.ts";

/** Returns an absolute path as given, with `~` expanded; sentences call it `field`. Throws `InvalidError`. */
export function absolutePath(text: string, field: string): string {
  const path = /^~(?=$|[/\\])/.test(text) ? join(homeDirectory() ?? "/", text.slice(1)) : text;
  if (path.includes("\0") || !isAbsolute(path)) {
    throw new InvalidError(`${field} must be the absolute path of a directory, but it is "${text}".`);
  }
  return path;
}

/** Returns the existing directory of a path, absolute, in normal form, with `~` expanded. Throws `InvalidError`. */
function existingDirectory(text: string, field: string): string {
  const path = absolutePath(text, field);
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch (cause) {
    throw new InvalidError(`${field} is "${text}", which does not exist.`, { cause });
  }
  if (!info.isDirectory) {
    throw new InvalidError(`${field} is "${text}", which is a file. Name the directory.`);
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
  text: string,
  field = "repoPath",
): string {
  const path = existingDirectory(text, field);
  requirePlace(path, config.storageDirectory);
  return path;
}
