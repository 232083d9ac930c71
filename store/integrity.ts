import { Database } from "./database.ts";
import { isCorrupt } from "./storage_error.ts";

/** The most faults that are listed; one damaged page can cause thousands. */
const MAX_FAULTS = 3;

/** How SQLite lists a page that it could not read, with the code of the error. */
const UNREAD = /unable to get the page\. error code=(\d+)/;
const CORRUPT = 11;

/**
 * Reads a whole database file without writing to it, and returns what SQLite finds wrong with its pages and indexes, or
 * null. Takes as long as reading the file. Throws if the file could not be checked (no descriptor or memory left, a
 * disk that does not respond, a busy database).
 */
export function findDamage(databaseFile: string): string | null {
  // A virtual table that could not be read once is reported as a fault too: damage is what is found twice.
  return findOnce(databaseFile) === null ? null : findOnce(databaseFile);
}

function findOnce(databaseFile: string): string | null {
  try {
    const database = new Database(databaseFile, { readOnly: true });
    try {
      return damageOf(database);
    } finally {
      database.close();
    }
  } catch (cause) {
    if (isCorrupt(cause)) return cause.message;
    throw cause;
  }
}

/** The same for an open connection, without the second look. */
export function damageOf(database: Database): string | null {
  const rows = database.all<{ integrity_check: string }>(`pragma integrity_check(${MAX_FAULTS})`);
  const faults = rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
  const unread = faults.find((text) => (Number(UNREAD.exec(text)?.[1] ?? CORRUPT) & 0xff) !== CORRUPT);
  if (unread !== undefined) throw new Error(`a page could not be read: ${unread}`);
  return faults.length === 0 ? null : faults.join("; ");
}
