import { isAbsolute, join } from "node:path";
import { InvalidError } from "../errors.ts";

/** An absolute path as it was given, `~` expanded; `field` is what the sentence calls it. Throws `InvalidError`. */
export function absolutePath(given: string, field: string): string {
  const path = /^~(?=$|[/\\])/.test(given) ? join(Deno.env.get("HOME") ?? "/", given.slice(1)) : given;
  if (path.includes("\0") || !isAbsolute(path)) {
    throw new InvalidError(`${field} must be the absolute path of a directory; it is "${given}".`);
  }
  return path;
}

/** The existing directory that a run's `repoPath` names, absolute, `~` expanded. Throws `InvalidError`. */
export function resolveRepoPath(given: string, field = "repoPath"): string {
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
  return path;
}
