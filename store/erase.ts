import { eventOfRow, type EventRow, splitStream } from "./event.ts";
import type { EventStore } from "./event_store.ts";
import { eraseNow, hashesOf, type Owner, ownerOf, requireErasable, whereOwned } from "./owner.ts";
import { foldInTurns } from "./fold_when_idle.ts";
import { notePending } from "./pending_files.ts";
import { isReferenced } from "./referenced_artifacts.ts";
import { BUSY_MILLISECONDS, writeMeta } from "./schema.ts";

/**
 * Erases an owner's data: clears the data and salt of its events before the tombstone `seq`, removes its view rows and
 * kept answers, and folds the streams again; `truncateLog` does the rest. Runs in the caller's unit, after the `.deleted`
 * event (the tombstone) was appended; throws `RangeError` if that is another event, or if a view cannot erase a stream of that kind. Unreferenced
 * artifacts become pending for `removePending`.
 */
export function erase(store: EventStore, owner: Owner, seq: number): void {
  const { database, projector, registry, lazyViews } = store;
  requireTombstone(store, owner, seq);
  projector.catchUp();
  clean.delete(store);
  const [where, id] = whereOwned(owner);
  const hashes = new Set(hashesOf(registry, projector.tables, owner));
  // An artifact whose path was taken over by another is in no view, but its file still exists.
  const named = database.all<{ hash: string }>(
    `select distinct json_extract(data, '$.sha256') as hash from events
    where ${where} and seq < ? and json_type(data, '$.sha256') = 'text'`,
    id,
    seq,
  );
  for (const { hash } of named) hashes.add(hash);
  const streams = database.all<{ stream: string }>(
    `select distinct stream from events where ${where} and seq < ? and data is not null`,
    id,
    seq,
  );
  database.run(
    `update events set data = null, salt = null, erased_by = ? where ${where} and seq < ? and data is not null`,
    seq,
    id,
    seq,
  );
  store.events.forget("runId" in owner ? owner.runId : undefined);
  for (const { stream } of streams) {
    const left = database.all<EventRow>("select * from events where stream = ? order by version", stream);
    projector.refold(stream, left.map(eventOfRow));
  }
  eraseNow(registry, projector.tables, owner);
  lazyViews.noteErasure();
  // A kept answer that is not about one run may show the owner among other things, and then names it.
  const name = "runId" in owner ? owner.runId : splitStream(owner.stream).id;
  const shows = "run_id is null and instr(response, ?)";
  database.run(`delete from idempotency where ${where} or (${shows})`, id, JSON.stringify(name));
  notePending(store, [...hashes].filter((hash) => !isReferenced(store, hash)));
  writeMeta(database, "erased", String(seq));
  store.erasures++;
}

/** Only a deletion that a rebuild and a verification recognize as this owner's may erase. */
function requireTombstone(store: EventStore, owner: Owner, seq: number): void {
  const row = store.events.rowsAfter(seq - 1, 1)[0];
  if (!row || JSON.stringify(ownerOf(row)) !== JSON.stringify(owner)) {
    throw new RangeError(`Entry ${seq} is not the deletion of ${Object.values(owner)[0]}.`);
  }
  if ("stream" in owner) requireErasable(store.registry, owner.stream);
}

/** Stores whose write-ahead log is known to contain no erased rows. */
const clean = new WeakSet<EventStore>();

/**
 * Removes what views left of erased rows, and these from the write-ahead log. Call it once the erasure is on disk. It waits
 * for open batches, but not for readers: returns false if one needs the log, and maintenance tries again.
 */
export async function truncateLog(store: EventStore): Promise<boolean> {
  if (clean.has(store)) return true;
  await foldInTurns(store);
  while (store.database.inTransaction) await store.durable().catch(() => {});
  if (!emptyLog(store)) return false;
  clean.add(store);
  return true;
}

/**
 * Empties the write-ahead log. Call it outside of transactions: SQLite refuses a checkpoint inside of one. Returns false if a
 * reader needs the log.
 */
export function emptyLog({ database, commits }: EventStore): boolean {
  database.exec("pragma busy_timeout = 0");
  const { busy } = database.get<{ busy: number }>("pragma wal_checkpoint(truncate)")!;
  database.exec(`pragma busy_timeout = ${BUSY_MILLISECONDS}`);
  if (busy !== 0) return false;
  commits.logEmptied();
  return true;
}
