import { join } from "node:path";
import { isWithin } from "../../../ground/kernel/is_within.ts";
import type { WorkDirectory } from "../git/types.ts";
import type { Alternate } from "../git/object_stores.ts";

/**
 * Returns one sentence for each directory outside the named one that a repository uses: for its git directory, and for
 * objects. Empty for an ordinary repository.
 */
export function referencesOf({ root, gitDir, commonDir, alternates }: WorkDirectory): string[] {
  const outside = [...new Set([gitDir, commonDir])]
    .filter((path) => path !== undefined && !isWithin(path, join(root, ".git")))
    .map((path) => `The repository uses the git directory ${path}.`);
  return [...outside, ...alternates.map(referenceOf)];
}

/** Returns the sentence about one directory with objects outside of a repository. */
export const referenceOf = ({ path, real }: Alternate): string =>
  `The repository uses the objects in ${real}${
    path === real ? "" : `, named as ${path}`
  }, so commands other than the setup can read that history.`;
