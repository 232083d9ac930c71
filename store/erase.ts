import { eventOfRow, type EventRow, splitStream } from "./event.ts";
import type { EventStore } from "./event_store.ts";
import { BUSY_MILLISECONDS } from "./schema.ts";

/**
 * Erases the material of a run: nulls the data and salt of every event that carries its id before the tombstone `seq`,
 * takes its rows out of the views and folds what is left of the streams concerned. Runs inside of the caller's unit.
 * Gives the artifact hashes that nothing refers to any more; their files go once the unit is on disk.
 */
export function eraseRun(store: EventStore, runId: string, seq: number): string[] {
  const { database, projector } = store;
  clean.delete(store);
  const hashes = artifactsOf(store, runId);
  const streams = database.all<{ stream: string }>(
    "select distinct stream from events where run_id = ? and seq < ? and data is not null",
    runId,
    seq,
  );
  database.run(
    "update events set data = null, salt = null, erased_by = ? where run_id = ? and seq < ? and data is not null",
    seq,
    runId,
    seq,
  );
  store.events.forget(runId);
  for (const { stream } of streams) {
    const { kind, id } = splitStream(stream);
    const left = database.all<EventRow>("select * from events where stream = ? order by version", stream);
    projector.refold(kind, id, left.map(eventOfRow));
  }
  for (const view of store.registry.views) view.erase(projector.tables, runId);
  database.run("delete from idempotency where run_id = ?", runId);
  return hashes.filter((hash) => !isReferenced(store, hash));
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

function artifactsOf(store: EventStore, runId: string): string[] {
  return store.registry.views.flatMap(({ artifactColumn }) =>
    artifactColumn
      ? store.projector.tables.all<{ hash: string }>(
        `select distinct ${artifactColumn.column} as hash from {${artifactColumn.table}} where run_id = ?`,
        runId,
      ).map((row) => row.hash)
      : []
  );
}

function isReferenced(store: EventStore, hash: string): boolean {
  return store.registry.views.some(({ artifactColumn }) =>
    artifactColumn &&
    store.projector.tables.get(
        `select 1 from {${artifactColumn.table}} where ${artifactColumn.column} = ? limit 1`,
        hash,
      ) !== undefined
  );
}
