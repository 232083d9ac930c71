import { dirname } from "node:path";
import { objectsPermissionStream } from "../../../store/repositories/stream.ts";
import { sha256 } from "../../../store/chain.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import {
  type Alternate,
  namedDirectory,
  repositoryId,
  type WorkDirectory,
} from "../../machine/repositories/mod.ts";

/** Returns the id of the permission to read objects outside of a repository: bound to the path, and to where it leads. */
export const objectsPermissionId = (repository: string, { path, real }: Alternate): string =>
  sha256(JSON.stringify([repository, "objects", path, real])).slice(0, 32);

/**
 * Returns the directories with objects outside of a repository that no human has admitted for it, or for the part of it that
 * contains the named directory.
 */
export function unadmittedAlternates({ store }: Pick<Ctx, "store">, place: WorkDirectory): Alternate[] {
  const ids = directoriesUpTo(place).map(repositoryId);
  return place.alternates.filter((alternate) =>
    !ids.some((id) => store.documents.has(objectsPermissionStream, objectsPermissionId(id, alternate)))
  );
}

/** Returns the named directory and those above it, up to the root of the repository. */
export function directoriesUpTo(place: { root: string; prefix?: string | undefined }): string[] {
  const found = [namedDirectory(place)];
  while (found.at(-1) !== place.root) found.push(dirname(found.at(-1)!));
  return found;
}

/** Whether two references name the same directory in the same way. */
export const isSameAlternate = (one: Alternate, other: Alternate): boolean =>
  one.path === other.path && one.real === other.real;
