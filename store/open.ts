import { dirname, join } from "node:path";
import { Database } from "./database.ts";
import { EventStore } from "./event_store.ts";
import {
  checkpoint,
  describeLoss,
  describeMissingLog,
  findHead,
  HEAD_FILE,
  readHeadFile,
  recordHead,
} from "./head_file.ts";
import { removedError, watchPlaces } from "./in_place.ts";
import { registry } from "./registry.ts";
import { StorageError, withStorageErrors } from "./storage_error.ts";

/** The name of the database file in a storage directory. */
export const DATABASE_FILE = "harness.db";

/** What is never there before the database is. */
const NEVER_BEFORE = [HEAD_FILE, `${DATABASE_FILE}-wal`, "artifacts", "repositories", "secrets"];

/** What the user can do about entries that are or may be gone. */
const PUT_BACK = "Put newer files back where there are some, or restore a backup into a new directory; " +
  "to go on with what the database holds: agent-harness store accept-head.";

/**
 * Opens the store of a storage directory that the caller holds, making its database when the directory is new. Throws
 * `StorageError` where the database is damaged or gone, or where its log lacks entries that were recorded.
 */
export function openStore(directory: string): EventStore {
  return withStorageErrors(() => {
    makeDatabaseFile(directory);
    const loss = findLoss(directory);
    if (loss !== null) throw new StorageError(`${loss} ${PUT_BACK}`);
    const file = join(directory, DATABASE_FILE);
    const database = new Database(file);
    try {
      const store = new EventStore(database, registry);
      const moved = watchPlaces([file, `${file}-wal`]);
      store.commits.verify = () => {
        const path = moved();
        if (path === null) return null;
        if (path !== file) saveLog(store);
        return removedError(path);
      };
      recordHead(store, true);
      return store;
    } catch (cause) {
      database.close();
      throw cause;
    }
  });
}

/** Records the head and closes the store; nothing may be asked of it after that. */
export function closeStore(store: EventStore): void {
  const { database, commits } = store;
  if (!database.isOpen) return;
  if (commits.verify() === null) recordEnd(store);
  database.close();
}

/** Only the write-ahead log was taken away: what SQLite still holds of it goes into the database. */
function saveLog(store: EventStore): void {
  try {
    if (checkpoint(store.database)) recordHead(store, false);
  } catch {
    // The next start says that entries are missing.
  }
}

/** A head file that is `open` demands the write-ahead log, which closing removes: on a full disk it goes as well. */
function recordEnd(store: EventStore): void {
  try {
    recordHead(store, false);
  } catch {
    Deno.removeSync(join(dirname(store.database.path), HEAD_FILE));
  }
}

/** Returns what the log of a directory has lost, as a sentence; null when nothing. */
export function findLoss(directory: string): string | null {
  const recorded = readHeadFile(directory);
  const missing = describeMissingLog(directory, recorded);
  if (recorded === null || missing !== null) return missing;
  const database = new Database(join(directory, DATABASE_FILE), { readOnly: true });
  try {
    return describeLoss(recorded, findHead(database));
  } finally {
    database.close();
  }
}

/**
 * Makes the database file of a new directory for this user alone; SQLite gives its other files the same mode. Throws
 * `StorageError` where the directory has been in use.
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

/** True for a file with content and a directory with entries. */
function isFilled(path: string): boolean {
  try {
    const { isDirectory, size } = Deno.statSync(path);
    return isDirectory ? !Deno.readDirSync(path)[Symbol.iterator]().next().done : size > 0;
  } catch {
    return false;
  }
}
