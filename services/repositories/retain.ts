import { dirname, join } from "node:path";
import { makeDirectory, replaceDurably, sync } from "../../store/durable_file.ts";
import { temporaryRoot, WORK_NAMES } from "./control.ts";
import { entriesOf, removeFile } from "./files.ts";
import { git } from "./git.ts";
import { formatOf, keepDurably, keepObjects, makeStore, storesIn, storesOf } from "./object_store.ts";
import type { Control } from "./types.ts";
import { removeTree } from "./workspace.ts";

/** Where refs are of what is kept, in a directory for each owner. */
const retainedIn = (store: string): string => join(store, "refs", "retained");

/** A file in a store that says that some of its objects are kept by nobody. */
const MARK = "to-be-pruned";

/**
 * Keeps a commit and all that it holds until `forget` is called for its owner; all of it is on disk then, so that an event may
 * name it. `name` is made of letters, digits, `_-`; nobody else may be keeping something under it at the same time.
 */
export async function retain(control: Control, owner: string, name: string, commit: string): Promise<void> {
  await keepObjects(control);
  const refs = join(retainedIn(control.store), owner);
  for (const directory of [dirname(refs), refs]) makeDirectory(directory, 0o700);
  const ref = new TextEncoder().encode(`${commit}\n`);
  await replaceDurably(join(refs, name), ref, join(temporaryRoot(control), crypto.randomUUID()));
}

/**
 * Lets go of all that was kept for an owner in one target's stores, also when the target is gone, and marks them to be
 * pruned. Nothing may be working for that owner any more.
 */
export async function forget(storageDirectory: string, repositoryId: string, owner: string): Promise<void> {
  for (const store of await storesOf(storageDirectory, repositoryId)) await forgetIn(store, owner);
}

/**
 * Lets go, in every store, of all that is kept for owners who are not to keep anything any more, and marks it to be pruned.
 * Nothing may be working for those.
 */
export async function forgetOthers(
  storageDirectory: string,
  keeps: (owner: string) => boolean,
): Promise<void> {
  for (const store of await storesIn(storageDirectory)) {
    for (const { name: owner } of await entriesOf(retainedIn(store))) {
      if (!keeps(owner)) await forgetIn(store, owner);
    }
  }
}

async function forgetIn(store: string, owner: string): Promise<void> {
  await markToPrune({ store });
  const retained = retainedIn(store);
  if (!(await entriesOf(retained)).some(({ name }) => name === owner)) return;
  await removeTree(join(retained, owner));
  await sync(retained);
}

/** Marks a store to be pruned: some of its objects are kept by nobody, or objects are about to be made that may end up so. */
export async function markToPrune({ store }: Pick<Control, "store">): Promise<void> {
  await keepDurably(join(store, MARK), "prune\n");
}

/**
 * Removes what nobody keeps from every marked store, and from where git works for it. Nothing may be making objects
 * meanwhile. Throws what `git` throws.
 */
export async function pruneMarked(storageDirectory: string): Promise<void> {
  for (const store of await storesIn(storageDirectory)) {
    if (!(await entriesOf(store)).some(({ name }) => name === MARK)) continue;
    await makeStore(store);
    await git(["prune", "--expire=now"], { gitDir: store });
    const work = join(dirname(store), WORK_NAMES[formatOf(store)]);
    if ((await entriesOf(work)).length > 0) await git(["prune", "--expire=now"], { gitDir: work });
    await removeFile(join(store, MARK));
  }
}
