import { join } from "node:path";
import { shownParts } from "./object_stores.ts";
import type { Control } from "./types.ts";

/**
 * Returns every directory that holds objects of a workspace: the private repository's, and of the target's stores what git
 * made. They come from where no command of a run can write, never from the workspace.
 */
export function objectDirectories({ store, repository }: Pick<Control, "store" | "repository">): string[] {
  return [join(store, "objects"), ...repository.objectStores.flatMap(shownParts)];
}
