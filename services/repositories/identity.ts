import { createHash } from "node:crypto";
import { join } from "node:path";

/** Returns the directory that a person named: the root, or the one below it. */
export const namedDirectory = (
  { root, prefix = "" }: { root: string; prefix?: string | undefined },
): string => join(root, prefix);

/** Returns the id under which a target's private repository is stored: 16 hex digits of the named directory alone. */
export function repositoryId(directory: string): string {
  return createHash("sha256").update(directory).digest("hex").slice(0, 16);
}
