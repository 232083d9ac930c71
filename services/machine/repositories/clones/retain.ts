import { dirname, join } from "node:path";
import { makeDirectory, replaceDurably, sync } from "../../../../store/durable_file.ts";
import { temporaryRoot, WORK_NAMES } from "../git/control.ts";
import { entriesOf, removeFile } from "../git/files.ts";
import { git } from "../git/git.ts";
import { formatOf, keepDurably, keepObjects, makeStore, storesIn, storesOf } from "../git/object_store.ts";
import type { Control } from "../git/types.ts";
import { removeTree } from "./remove_tree.ts";

/** The refs of retained objects, in a directory for each owner. */
const retainedIn = (store: string): string => join(store, "refs", "retained");

/** A file in a store that says that some of its objects have no reference. */
const MARK = "to-be-pruned";

/**
 * Retains a commit and everything in it until `forget` is called for its owner; all of it is on disk afterwards, so an event may
 * name it. `name` consists of letters, digits, `_-`; do not retain two commits under it at the same time.
 */
export async function retain(control: Control, owner: string, name: string, commit: string): Promise<void> {
  await keepObjects(control);
  const refs = join(retainedIn(control.store), owner);
  for (const directory of [dirname(refs), refs]) makeDirectory(directory, 0o700);
  const ref = new TextEncoder().encode(`${commit}\n`);
  await replaceDurably(join(refs, name), ref, join(temporaryRoot(control), crypto.randomUUID()));
}

/**
 * Releases everything retained for an owner in one target's stores, even if the target is gone, and marks them for pruning. No
 * work for that owner may be in progress.
 */
export async function forget(storageDirectory: string, repositoryId: string, owner: string): Promise<void> {
  for (const store of await storesOf(storageDirectory, repositoryId)) await forgetIn(store, owner);
}

/**
 * Releases, in every store, what is retained for owners that no longer need anything, and marks it for pruning. No work for
 * those may be in progress.
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

/** Marks a store for pruning: some of its objects have no reference, or new objects may end up without one. */
export async function markToPrune({ store }: Pick<Control, "store">): Promise<void> {
  await keepDurably(join(store, MARK), "prune\n");
}

/**
 * Removes unreferenced objects from every marked store, and from git's working repository for it. No objects may be created
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
