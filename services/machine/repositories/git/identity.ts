import { createHash } from "node:crypto";
import { join } from "node:path";

/** Returns the directory that a person named: the root, or one below it. */
export const namedDirectory = (
  { root, prefix = "" }: { root: string; prefix?: string | undefined },
): string => join(root, prefix);

/** Returns the id of a target's private repository: 16 hex digits that depend only on the named directory. */
export function repositoryId(directory: string): string {
  return createHash("sha256").update(directory).digest("hex").slice(0, 16);
}
