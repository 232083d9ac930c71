import { join } from "node:path";
import { entriesOf, removeFile } from "./files.ts";
import { removeTree } from "./workspace.ts";

/**
 * Removes what was left in the private repositories when the service, or git with it, was killed: short-lived files, and
 * locks, which git itself never removes and refuses to work beside. To be called before anything uses the repositories;
 * refs are left to `retain` and `forget`, which know theirs: there are some of every run.
 */
export async function removeLeftovers(storageDirectory: string): Promise<void> {
  const repositories = join(storageDirectory, "repositories");
  for (const { name: id } of await entriesOf(repositories)) {
    const directory = join(repositories, id);
    for (const { name } of await entriesOf(join(directory, "temporary"))) {
      await removeTree(join(directory, "temporary", name));
    }
    for (const { name } of await entriesOf(directory)) {
      if (!name.endsWith(".git")) continue;
      // Objects themselves need no care: git knows its own half-written ones, and prunes them.
      for (const inside of ["", "info", "objects/info"]) await removeLocks(join(directory, name, inside));
    }
  }
}

/** Removes what git or this service were writing in a directory when they were killed. */
export async function removeLocks(directory: string): Promise<void> {
  for (const { name, isFile } of await entriesOf(directory)) {
    if (isFile && /\.(lock|tmp)$/.test(name)) await removeFile(join(directory, name));
  }
}
