import { Buffer } from "node:buffer";
import { emptyLog, truncateLog } from "./erase.ts";
import type { EventStore } from "./event_store.ts";
import { readMeta, writeMeta } from "./schema.ts";
import { MAX_PAGES, zeroUnused } from "./unused_bytes.ts";

/** How many bytes are looked at in one turn of the event loop. */
const SLICE_BYTES = 1_048_576;

/** How long others have between two slices, in milliseconds. */
const PAUSE_MILLISECONDS = 10;

/** How often a slice is tried while a reader needs the write-ahead log. */
const MAX_TRIES = 100;

/** Returns whether parts of the database that nothing uses may contain erased text. */
export function hasTraces({ database }: EventStore): boolean {
  const scrubbed = readMeta(database, "scrubbed");
  return scrubbed === null || Number(scrubbed) < Number(readMeta(database, "erased") ?? 0);
}

/**
 * Removes the traces of erased text. SQLite overwrites the rows that are deleted (`secure_delete`), but not the copies of them that
 * were left when it had moved them between pages. Works in short slices, each with an empty write-ahead log, so that the file
 * has the newest version of each page. Returns false if it is stopped or a reader needs the log for too long: try again later.
 */
export async function scrub(store: EventStore, isStopped: () => boolean): Promise<boolean> {
  const { database } = store;
  while (hasTraces(store)) {
    const erased = readMeta(database, "erased") ?? "0";
    if (!await truncateLog(store)) return false;
    const { page_size: pageSize } = database.get<{ page_size: number }>("pragma page_size")!;
    const { page_count: pages } = database.get<{ page_count: number }>("pragma page_count")!;
    if (pages < MAX_PAGES) {
      for (const slice of slicesOf(pages, pageSize)) {
        if (isStopped() || !await persist(store, () => scrubPages(store, slice))) return false;
      }
      database.file.syncDataSync();
      if (isStopped() || !await persist(store, () => emptyLog(store))) return false;
    }
    await store.commit(() => writeMeta(database, "scrubbed", erased));
  }
  return true;
}

/** Overwrites the unused parts of some pages, outside of transactions. Returns false if a reader needs the log. */
function scrubPages(store: EventStore, slice: Slice): boolean {
  if (!emptyLog(store)) return false;
  const { database } = store;
  // The connection would write back what it has read of these pages before.
  if (zeroPages(database.file, slice)) database.exec("pragma shrink_memory");
  return true;
}

/** Removes the same from a database file that no connection uses, such as a copy. */
export function scrubFile(path: string): void {
  using file = Deno.openSync(path, { read: true, write: true });
  const header = Buffer.alloc(100);
  if (!readAt(file, header, 0)) return;
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pages = file.statSync().size / pageSize;
  if (pages >= MAX_PAGES) return;
  for (const slice of slicesOf(pages, pageSize)) zeroPages(file, slice);
}

/** Some pages that follow each other; `first` counts from 1. */
type Slice = { first: number; count: number; pageSize: number };

function* slicesOf(pages: number, pageSize: number): Generator<Slice> {
  const step = SLICE_BYTES / pageSize;
  for (let first = 1; first <= pages; first += step) {
    yield { first, count: Math.min(step, pages - first + 1), pageSize };
  }
}

/** Overwrites the unused parts of some pages of a file. Returns whether any contained something. */
function zeroPages(file: Deno.FsFile, { first, count, pageSize }: Slice): boolean {
  const bytes = Buffer.alloc(count * pageSize);
  const start = (first - 1) * pageSize;
  if (!readAt(file, bytes, start)) return false; // another program shortened the file: the store notices that itself
  let changed = false;
  for (let at = 0; at < bytes.length; at += pageSize) {
    const page = bytes.subarray(at, at + pageSize);
    if (!zeroUnused(page, first + at / pageSize)) continue;
    changed = true;
    writeAt(file, page, start + at);
  }
  return changed;
}

/** Tries until `attempt`, which is called between batches, returns true. */
async function persist(store: EventStore, attempt: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    if (!store.database.isOpen || store.commits.halted) return false;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    store.commits.betweenBatches(() => {
      try {
        resolve(attempt());
      } catch (cause) {
        reject(cause);
      }
    });
    if (await promise) return true;
  }
  return false;
}

function readAt(file: Deno.FsFile, bytes: Uint8Array, position: number): boolean {
  file.seekSync(position, Deno.SeekMode.Start);
  for (let at = 0; at < bytes.length;) {
    const read = file.readSync(bytes.subarray(at));
    if (read === null) return false;
    at += read;
  }
  return true;
}

function writeAt(file: Deno.FsFile, bytes: Uint8Array, position: number): void {
  file.seekSync(position, Deno.SeekMode.Start);
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}
