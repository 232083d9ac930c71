import { join } from "node:path";
import { isWithin } from "../../kernel/is_within.ts";
import type { Place } from "../types.ts";

/**
 * Returns one sentence for each directory outside the named one that a repository uses: for its git directory, and for
 * objects. Empty for an ordinary repository.
 */
export function referencesOf({ root, gitDir, commonDir, objectStores }: Place): string[] {
  const outside = [...new Set([gitDir, commonDir])]
    .filter((path) => path !== undefined && !isWithin(path, join(root, ".git")))
    .map((path) => `The repository uses the git directory ${path}.`);
  const objects = objectStores.slice(1).map((store) =>
    `The repository uses the objects in ${store}, so commands can read that history.`
  );
  return [...outside, ...objects];
}
