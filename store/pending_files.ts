import type { ArtifactFiles } from "./artifacts.ts";
import type { EventStore } from "./event_store.ts";
import { isReferenced } from "./referenced_artifacts.ts";

/**
 * Marks content whose file may exist without an event, because it is about to be written or removed. However the
 * process ends, `removePending` finds it again. Runs inside the caller's unit.
 */
export function notePending({ database }: EventStore, hashes: readonly string[]): void {
  for (const hash of hashes) database.run("insert or ignore into pending_files (sha256) values (?)", hash);
}

/** Records that an event of the same unit names the content now. */
export const clearPending = ({ database }: EventStore, hash: string): void =>
  void database.run("delete from pending_files where sha256 = ?", hash);

/**
 * Removes the files of pending content that no event names, except what this process is still writing. Call it once the
 * unit that marked them is on disk. Resolves when the removals are durable.
 */
export async function removePending(store: EventStore, artifacts: ArtifactFiles): Promise<void> {
  const pending = store.database.all<{ hash: string }>("select sha256 as hash from pending_files");
  const gone: string[] = [];
  for (const { hash } of pending) {
    if (isReferenced(store, hash) || artifacts.remove(hash)) gone.push(hash);
    await new Promise((resolve) => setImmediate(resolve)); // a large file takes a while
  }
  if (gone.length === 0) return;
  await artifacts.syncRemovals(gone);
  await store.commit(() => gone.forEach((hash) => clearPending(store, hash)));
}
