import { Database } from "./database.ts";
import { isCorrupt } from "./storage_error.ts";

/** The most faults that are listed; one damaged page can cause thousands. */
const MAX_FAULTS = 3;

/**
 * Reads a whole database file without writing to it, and returns what SQLite finds wrong with its pages and indexes, or
 * null. Takes as long as reading the file. Throws if the file could not be checked (no descriptor or memory left, a
 * disk that does not respond, a busy database).
 */
export function findDamage(databaseFile: string): string | null {
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

/** The same for an open connection. */
export function damageOf(database: Database): string | null {
  const rows = database.all<{ integrity_check: string }>(`pragma integrity_check(${MAX_FAULTS})`);
  const faults = rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
  return faults.length === 0 ? null : faults.join("; ");
}
