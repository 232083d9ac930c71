import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { openParent } from "./parent.ts";

/** Does not wait for a pipe in the file's place. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Returns the text of a regular file at a relative path, or null when something else is there. It follows no symbolic link, so
 * it may be called while a command writes to the directory. Throws the file system's error when nothing is there.
 */
export function readInside(directory: string, path: string): string | null {
  const parent = openParent(directory, path);
  if (parent.state !== "open") return null;
  using opened = parent;
  const descriptor = openSync(opened.at(basename(path)), READ);
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor, "utf8") : null;
  } finally {
    closeSync(descriptor);
  }
}
