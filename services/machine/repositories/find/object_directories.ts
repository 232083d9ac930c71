import { join } from "node:path";
import { shownParts } from "../git/object_stores.ts";
import type { Control } from "../git/types.ts";

/**
 * Returns every directory with objects of a workspace: the private repository's, and those parts of the target's stores that
 * git created. The list comes from places that no command of a run can write, never from the workspace.
 */
export function objectDirectories({ store, repository }: Pick<Control, "store" | "repository">): string[] {
  return [join(store, "objects"), ...repository.objectStores.flatMap(shownParts)];
}

/** Returns those of `objectDirectories` that belong to the repository itself, for commands that may have network access. */
export function ownObjectDirectories({ store, repository }: Pick<Control, "store" | "repository">): string[] {
  const others = repository.alternates.map(({ real }) => real);
  const own = repository.objectStores.filter((path) => !others.includes(path));
  return [join(store, "objects"), ...own.flatMap(shownParts)];
}
