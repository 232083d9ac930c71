import { dirname, join } from "node:path";
import { Database } from "./database.ts";
import { EventStore } from "./event_store.ts";
import { foldWhenIdle } from "./fold_when_idle.ts";
import {
  checkpoint,
  describeLoss,
  describeMissingLog,
  findHead,
  HEAD_FILE,
  readHeadFile,
  recordHead,
} from "./head_file.ts";
import {
  changedError,
  cutError,
  removedError,
  WatchedDatabase,
  WatchedLog,
  watchPlaces,
} from "./in_place.ts";
import { registry } from "./registry.ts";
import { newestKnown, watchSeen } from "./seen_head.ts";
import { LOG_SIZE_LIMIT } from "./schema.ts";
import { isCorrupt, StorageError, withStorageErrors } from "./storage_error.ts";

/** The name of the database file in a storage directory. */
export const DATABASE_FILE = "harness.db";

/** Files that never exist before the database. */
const NEVER_BEFORE = [HEAD_FILE, `${DATABASE_FILE}-wal`, "artifacts", "repositories", "secrets"];

/** What the user can do about entries that are or may be missing. */
const PUT_BACK = "Put newer files back if you have them, or restore a backup into a new directory. " +
  "To continue with what the database contains, run agent-harness store accept-head.";

/**
 * Opens the store of a storage directory that the caller holds, and creates its database if the directory is new.
 * Throws `StorageError` if the database is damaged or missing, or if its log lacks entries that were recorded. `seenIn` is a
 * directory outside, where it notes how far the log went, so that an older copy is noticed.
 */
export function openStore(directory: string, seenIn: string | null = null): EventStore {
  return withStorageErrors(() => {
    makeDatabaseFile(directory);
    const loss = findLoss(directory, seenIn);
    if (loss !== null) throw new StorageError(`${loss} ${PUT_BACK}`);
    const file = join(directory, DATABASE_FILE);
    const database = new Database(file);
    try {
      const store = new EventStore(database, registry);
      watchFiles(store, file);
      watchSeen(database, seenIn);
      recordHead(store, true);
      idleFolds.set(store, foldWhenIdle(store));
      return store;
    } catch (cause) {
      database.close();
      throw cause;
    }
  });
}

/** Stops the folding of lazy views. */
const idleFolds = new WeakMap<EventStore, () => void>();

/** Stops all recording once the database or its write-ahead log is removed, replaced or shortened. */
function watchFiles(store: EventStore, file: string): void {
  const { commits } = store;
  const moved = watchPlaces([file, `${file}-wal`]);
  const log = new WatchedLog(`${file}-wal`, LOG_SIZE_LIMIT);
  const watched = new WatchedDatabase(file, () => isOther(store, file));
  commits.logEmptied = () => log.emptied();
  commits.verify = (moment) => {
    const path = moment === "committing" ? null : moved();
    if (path === null) {
      const error = log.isCut(moment)
        ? cutError(log.path)
        : watched.isChanged(moment)
        ? changedError(file)
        : null;
      if (error !== null) cut.add(store);
      return error;
    }
    if (path !== file) saveLog(store);
    return removedError(path);
  };
}

/** Returns whether a file has another log than the store, as a connection without a cache reads it. */
function isOther({ chainHead, installation }: EventStore, file: string): boolean {
  try {
    const database = new Database(file, { readOnly: true });
    try {
      const found = findHead(database);
      return found.installation !== installation || found.sequence !== chainHead.seq ||
        (chainHead.seq > 0 && found.hashAt(chainHead.seq) !== chainHead.hash);
    } finally {
      database.close();
    }
  } catch (cause) {
    return isCorrupt(cause);
  }
}

/** Stores whose database or write-ahead log another program has changed. */
const cut = new WeakSet<EventStore>();

/** Records the head and closes the store, which must not be used after that. */
export function closeStore(store: EventStore): void {
  const { database, commits } = store;
  if (!database.isOpen) return;
  idleFolds.get(store)?.();
  if (commits.verify("idle") === null) recordEnd(store);
  // Closing would move what is left of a log into the database: some pages newer than others.
  if (!cut.has(store)) database.close();
}

/** Only the write-ahead log was removed: what SQLite still has of it goes into the database. */
function saveLog(store: EventStore): void {
  try {
    if (checkpoint(store.database)) recordHead(store, false);
  } catch {
    // The next start reports that entries are missing.
  }
}

/**
 * A head file that is `open` requires the write-ahead log, which closing removes: on a full disk the head file is
 * removed too.
 */
function recordEnd(store: EventStore): void {
  try {
    recordHead(store, false);
  } catch {
    Deno.removeSync(join(dirname(store.database.path), HEAD_FILE));
  }
}

/** Returns what the log of a directory has lost, as a sentence; null if nothing. `seenIn` is as in `openStore`. */
export function findLoss(directory: string, seenIn: string | null): string | null {
  const recorded = readHeadFile(directory);
  const missing = describeMissingLog(directory, recorded);
  if (recorded === null || missing !== null) return missing;
  const database = new Database(join(directory, DATABASE_FILE), { readOnly: true });
  try {
    return describeLoss(newestKnown(seenIn, directory, recorded), findHead(database));
  } finally {
    database.close();
  }
}

/**
 * Creates the database file of a new directory for this user only; SQLite gives its other files the same mode. Throws
 * `StorageError` if the directory has been in use.
 */
export function makeDatabaseFile(directory: string): void {
  const file = join(directory, DATABASE_FILE);
  if (sizeOf(file) > 0) return;
  const there = NEVER_BEFORE.filter((name) => isFilled(join(directory, name)));
  if (there.length > 0) {
    throw new StorageError(
      `${DATABASE_FILE} is missing or empty, but this storage directory was in use: it has ${
        there.join(", ")
      }. Nothing was created. Put the database back, or restore a backup into a new directory: agent-harness backup restore <backup> --to <directory>.`,
    );
  }
  Deno.openSync(file, { create: true, write: true, mode: 0o600 }).close();
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return 0;
    throw cause;
  }
}

/** Returns true for a file with content and a directory with entries. */
function isFilled(path: string): boolean {
  try {
    const { isDirectory, size } = Deno.statSync(path);
    return isDirectory ? !Deno.readDirSync(path)[Symbol.iterator]().next().done : size > 0;
  } catch {
    return false;
  }
}
