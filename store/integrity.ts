import { Database } from "./database.ts";
import { describeStorageFault } from "./storage_error.ts";

/** Most faults that are told; one damaged page can cause thousands. */
const MAX_FAULTS = 3;

/**
 * Reads a whole database file, without writing in it, and returns what SQLite finds wrong with its pages and indexes; null when
 * nothing. It takes as long as reading the file does.
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
    const message = (cause as Error).message;
    return describeStorageFault(cause) === null ? `it cannot be read: ${message}` : message;
  }
}

/** The same of an open connection. */
export function damageOf(database: Database): string | null {
  const rows = database.all<{ integrity_check: string }>(`pragma integrity_check(${MAX_FAULTS})`);
  const faults = rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
  return faults.length === 0 ? null : faults.join("; ");
}
