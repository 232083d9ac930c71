import { basename, dirname, join } from "node:path";
import { makeDirectory, replaceDurably, sync } from "../../store/durable_file.ts";
import { temporaryRoot, WORK_NAMES } from "./control.ts";
import { entriesOf } from "./files.ts";
import { git } from "./git.ts";
import { keepDurably, keepObjects, makeStore, STORE_NAMES } from "./object_store.ts";
import type { Control } from "./types.ts";
import { removeTree } from "./workspace.ts";

/** Where refs are of what is kept for an owner. */
const refsOf = (store: string, owner: string): string => join(store, "refs", "retained", owner);

/**
 * Keeps a commit and all that it holds until `forget` is called for its owner; all of it is on disk then, so that an event may
 * name it. `name` is made of letters, digits, `_-`; nobody else may be keeping something under it at the same time.
 */
export async function retain(control: Control, owner: string, name: string, commit: string): Promise<void> {
  const { store } = control;
  await keepObjects(control);
  const refs = refsOf(store, owner);
  makeDirectory(dirname(refs), 0o700);
  makeDirectory(refs, 0o700);
  const ref = new TextEncoder().encode(`${commit}\n`);
  await replaceDurably(join(refs, name), ref, join(temporaryRoot(control), crypto.randomUUID()));
}

/**
 * Lets go of all that was kept for an owner in one target's stores, also when the target is gone, and marks them to be
 * pruned. Nothing may be working for that owner any more.
 */
export async function forget(storageDirectory: string, repositoryId: string, owner: string): Promise<void> {
  for (const store of await storesOf(storageDirectory, repositoryId)) {
    await keepDurably(join(store, MARK), "prune\n");
    const retained = dirname(refsOf(store, owner));
    if (!(await entriesOf(retained)).some(({ name }) => name === owner)) continue;
    await removeTree(refsOf(store, owner));
    await sync(retained);
  }
}

/** Removes what nobody keeps from every marked store. Nothing may be making objects meanwhile. Throws what `git` throws. */
export async function pruneMarked(storageDirectory: string): Promise<void> {
  for (const { name: repositoryId } of await entriesOf(join(storageDirectory, "repositories"))) {
    for (const store of await storesOf(storageDirectory, repositoryId)) {
      const mark = (await entriesOf(store)).find(({ name }) => name === MARK);
      if (mark === undefined) continue;
      await makeStore(store);
      const work = join(
        store,
        "..",
        basename(store) === STORE_NAMES.sha1 ? WORK_NAMES.sha1 : WORK_NAMES.sha256,
      );
      const isThere = (await entriesOf(work)).length > 0;
      for (const gitDir of [store, ...(isThere ? [work] : [])]) {
        await git(["prune", "--expire=now"], { gitDir });
      }
      await Deno.remove(join(store, MARK));
    }
  }
}

/** A file in a store that says that some of its objects are kept by nobody. */
const MARK = "to-be-pruned";

async function storesOf(storageDirectory: string, repositoryId: string): Promise<string[]> {
  const directory = join(storageDirectory, "repositories", repositoryId);
  const names: readonly string[] = Object.values(STORE_NAMES);
  return (await entriesOf(directory)).filter(({ name }) => names.includes(name)).map(({ name }) =>
    join(directory, name)
  );
}
