import { createHash } from "node:crypto";

/** Gives the id under which a target's private repository is stored: 16 hex digits that depend on its root only. */
export function repositoryId(root: string): string {
  return createHash("sha256").update(root).digest("hex").slice(0, 16);
}
