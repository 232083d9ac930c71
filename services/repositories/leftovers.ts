import { join } from "node:path";
import { removeFile } from "./files.ts";
import { removeTree } from "./workspace.ts";

/**
 * Removes what was left in the private repositories when the service, or git with it, was killed: short-lived files, and
 * locks, which git itself never removes and refuses to work beside. To be called before anything uses the repositories.
 */
export async function removeLeftovers(storageDirectory: string): Promise<void> {
  const repositories = join(storageDirectory, "repositories");
  for (const { name: id } of await entriesOf(repositories)) {
    const directory = join(repositories, id);
    for (const { name } of await entriesOf(join(directory, "temporary"))) {
      await removeTree(join(directory, "temporary", name));
    }
    for (const { name } of await entriesOf(directory)) {
      if (name.endsWith(".git")) await clean(join(directory, name), ["refs", "info", "objects/info"]);
    }
  }
}

/** Objects themselves need no care: git knows its own half-written ones, and prunes them. */
async function clean(directory: string, below: readonly string[]): Promise<void> {
  for (const { name, isFile } of await entriesOf(directory)) {
    if (isFile && /\.(lock|tmp)$/.test(name)) await removeFile(join(directory, name));
  }
  for (const name of below) {
    const inside = (await entriesOf(join(directory, name))).filter((entry) => entry.isDirectory);
    await clean(join(directory, name), name === "objects/info" ? [] : inside.map((entry) => entry.name));
  }
}

async function entriesOf(directory: string): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(directory));
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.NotADirectory) return [];
    throw cause;
  }
}
