import { join } from "node:path";
import { WORK_NAMES } from "../git/control.ts";
import { entriesOf, removeFile } from "../git/files.ts";
import { makeStore, STORE_NAMES } from "../git/object_store.ts";
import { removeTree } from "./remove_tree.ts";

/**
 * Removes what an earlier service left in the private repositories: git's working repositories, which may be incomplete,
 * short-lived files, and locks in the stores, which would block git. Repairs the stores. Call it before anything uses the
 * repositories.
 */
export async function removeLeftovers(storageDirectory: string): Promise<void> {
  const repositories = join(storageDirectory, "repositories");
  const stores: readonly string[] = Object.values(STORE_NAMES);
  const volatile: readonly string[] = ["temporary", ...Object.values(WORK_NAMES)];
  for (const { name: id } of await entriesOf(repositories)) {
    const directory = join(repositories, id);
    for (const { name } of await entriesOf(directory)) {
      // Earlier versions kept an index beside the repository.
      if (volatile.includes(name) || name.includes(".index")) await removeTree(join(directory, name));
      if (!stores.includes(name)) continue;
      await makeStore(join(directory, name));
      for (const inside of ["", "info", "objects/info"]) await removeLocks(join(directory, name, inside));
    }
  }
}

/** Removes what git or this service was writing in a directory when it was killed. */
async function removeLocks(directory: string): Promise<void> {
  for (const { name, isFile } of await entriesOf(directory)) {
    if (isFile && /\.(lock|tmp)$/.test(name)) await removeFile(join(directory, name));
  }
}

/** Removes the private repositories of a target that nothing will name again. No work on it may be in progress. */
export const removeControl = (storageDirectory: string, repositoryId: string): Promise<void> =>
  removeTree(join(storageDirectory, "repositories", repositoryId));
