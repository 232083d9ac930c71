import { eventOfRow, type EventRow } from "./event.ts";
import type { EventStore } from "./event_store.ts";
import { eraseFromViews, hashesOf, type Owner, ownerOf, requireErasable, whereOwned } from "./owner.ts";
import { notePending } from "./pending_files.ts";
import { isReferenced } from "./referenced_artifacts.ts";
import { BUSY_MILLISECONDS } from "./schema.ts";

/**
 * Erases the material of an owner: nulls the data and salt of every event of it before the tombstone `seq`, takes its rows
 * out of the views and its kept answers away, and folds what is left of the streams concerned. Runs inside of the caller's
 * unit, after the tombstone was appended: a `.deleted` event, of the run or (without a run) of the stream itself. Throws
 * `RangeError` where the tombstone is another, or where a view does not say how a stream of that kind goes. Artifacts
 * that nothing refers to any more become pending: their files go with `removePending`, once the unit is on disk.
 */
export function erase(store: EventStore, owner: Owner, seq: number): void {
  const { database, projector, registry } = store;
  requireTombstone(store, owner, seq);
  projector.settle();
  clean.delete(store);
  const [where, id] = whereOwned(owner);
  const hashes = new Set(hashesOf(registry, projector.tables, owner));
  // An artifact whose path another one took over stands in no view any more, and its file is still there.
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
  eraseFromViews(registry, projector.tables, owner);
  database.run(`delete from idempotency where ${where}`, id);
  notePending(store, [...hashes].filter((hash) => !isReferenced(store, hash)));
}

/** Only a deletion that a rebuild and a verification recognise as this owner's may erase. */
function requireTombstone(store: EventStore, owner: Owner, seq: number): void {
  const row = store.events.rowsAfter(seq - 1, 1)[0];
  if (!row || JSON.stringify(ownerOf(row)) !== JSON.stringify(owner)) {
    throw new RangeError(`Entry ${seq} is not the deletion of ${Object.values(owner)[0]}.`);
  }
  if ("stream" in owner) requireErasable(store.registry, owner.stream);
}

/** Stores whose write-ahead log is known to hold nothing that was erased. */
const clean = new WeakSet<EventStore>();

/**
 * Leaves nothing of erased rows in the write-ahead log. Call it once the erasure is on disk; it waits for batches of
 * others, since SQLite refuses a checkpoint inside of a transaction, but not for readers: what they still need is left
 * to the next call, which maintenance makes. False when there was such a reader.
 */
export async function truncateLog(store: EventStore): Promise<boolean> {
  if (clean.has(store)) return true;
  const { database } = store;
  while (database.inTransaction) await store.durable().catch(() => {});
  database.exec("pragma busy_timeout = 0");
  const { busy } = database.get<{ busy: number }>("pragma wal_checkpoint(truncate)")!;
  database.exec(`pragma busy_timeout = ${BUSY_MILLISECONDS}`);
  if (busy === 0) clean.add(store);
  return busy === 0;
}
