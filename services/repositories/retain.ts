import { join } from "node:path";
import { entriesOf, removeFile } from "./files.ts";
import { git, gitText } from "./git.ts";
import { removeLocks } from "./leftovers.ts";
import type { Control } from "./types.ts";

/** Where refs are of what is kept for an owner. */
const refsOf = (owner: string): string => `refs/retained/${owner}`;

/**
 * Keeps a commit and all that it holds until `forget` is called for its owner. `name` is made of letters, digits, `_-`; nobody
 * else may be keeping something under it at the same time.
 */
export async function retain(control: Control, owner: string, name: string, commit: string): Promise<void> {
  const ref = `${refsOf(owner)}/${name}`;
  await removeFile(join(control.gitDir, `${ref}.lock`)); // of a git that was killed
  await git(["update-ref", ref, commit], { gitDir: control.gitDir });
}

/**
 * Lets go of all that was kept for an owner in one private repository, also when its target is gone, and marks it to be
 * pruned. Nothing may be working for that owner any more. Throws what `git` throws.
 */
export async function forget(storageDirectory: string, repositoryId: string, owner: string): Promise<void> {
  for (const gitDir of await privateRepositories(storageDirectory, repositoryId)) {
    await removeLocks(join(gitDir, refsOf(owner)));
    const listed = await gitText(["for-each-ref", "--format=delete %(refname)", `${refsOf(owner)}/`], {
      gitDir,
    });
    if (listed.trim() !== "") await git(["update-ref", "--stdin"], { gitDir, stdin: `${listed.trim()}\n` });
    await Deno.writeTextFile(join(gitDir, MARK), "");
  }
}

/**
 * Lets go, in every private repository, of all that is kept for owners who are not to keep anything any more. Nothing may be
 * working for those. Throws what `git` throws.
 */
export async function forgetOthers(
  storageDirectory: string,
  keeps: (owner: string) => boolean,
): Promise<void> {
  for (const { name: repositoryId } of await entriesOf(join(storageDirectory, "repositories"))) {
    const owners = new Set<string>();
    for (const gitDir of await privateRepositories(storageDirectory, repositoryId)) {
      const listed = await gitText(["for-each-ref", "--format=%(refname)", `${refsOf("")}`], { gitDir });
      for (const ref of listed.split("\n")) owners.add(ref.split("/")[2] ?? "");
    }
    for (const owner of owners) {
      if (owner !== "" && !keeps(owner)) await forget(storageDirectory, repositoryId, owner);
    }
  }
}

/** Marks a private repository to be pruned: objects are about to be made in it that may end up kept by nobody. */
export async function markToPrune({ gitDir }: Control): Promise<void> {
  await Deno.writeTextFile(join(gitDir, MARK), "");
}

/** Removes what nobody keeps from every marked repository. Nothing may be making objects in them meanwhile. */
export async function pruneMarked(storageDirectory: string): Promise<void> {
  for (const { name: repositoryId } of await entriesOf(join(storageDirectory, "repositories"))) {
    for (const gitDir of await privateRepositories(storageDirectory, repositoryId)) {
      if (!await exists(join(gitDir, MARK))) continue;
      await git(["prune", "--expire=now"], { gitDir });
      // It names objects by what files looked like, and some of those may just have gone.
      await removeFile(join(storageDirectory, "repositories", repositoryId, "snapshot.index"));
      await Deno.remove(join(gitDir, MARK));
    }
  }
}

/** A file in a private repository that says that some of its objects are kept by nobody. */
const MARK = "to-be-pruned";

async function privateRepositories(storageDirectory: string, repositoryId: string): Promise<string[]> {
  const directory = join(storageDirectory, "repositories", repositoryId);
  return (await entriesOf(directory)).filter(({ name }) => name.endsWith(".git")).map(({ name }) =>
    join(directory, name)
  );
}

const exists = (path: string): Promise<boolean> => Deno.lstat(path).then(() => true, () => false);
