import { basename } from "node:path";
import { readBoundedSync } from "../../../ground/kernel/bounded_file.ts";
import { openParent } from "./parent.ts";

/** Longer than any text that a person reads. */
const MAX_BYTES = 1 << 24;

/**
 * Returns the text of a regular file at a relative path, or null when nothing, something else or too much is there. It follows
 * no symbolic link, so it may be called while a command writes to the directory.
 */
export function readTargetText(directory: string, path: string): string | null {
  const parent = openParent(directory, path);
  if (parent.state !== "open") return null;
  using opened = parent;
  const file = readBoundedSync(opened.at(basename(path)), MAX_BYTES);
  return "bytes" in file ? new TextDecoder().decode(file.bytes) : null;
}
