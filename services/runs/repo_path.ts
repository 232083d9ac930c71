import { isAbsolute, join } from "node:path";
import { InvalidError } from "../errors.ts";

/** The directory that a run's `repoPath` names, absolute, `~` expanded. Throws `InvalidError`. */
export function resolveRepoPath(given: string): string {
  const path = /^~(?=$|[/\\])/.test(given) ? join(Deno.env.get("HOME") ?? "/", given.slice(1)) : given;
  if (path.includes("\0") || !isAbsolute(path)) {
    throw new InvalidError(`repoPath must be the absolute path of a directory; it is "${given}".`);
  }
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch (cause) {
    throw new InvalidError(`repoPath is "${given}", and there is no such directory.`, { cause });
  }
  if (!info.isDirectory) {
    throw new InvalidError(`repoPath is "${given}", which is a file. Name the directory.`);
  }
  return path;
}
