import { Database } from "./database.ts";
import { isCorrupt } from "./storage_error.ts";

/** Most faults that are told; one damaged page can cause thousands. */
const MAX_FAULTS = 3;

/**
 * Reads a whole database file, without writing in it, and returns what SQLite finds wrong with its pages and indexes; null when
 * nothing. It takes as long as reading the file does. Throws where the file could not be checked: no descriptor or memory left, a
 * disk that does not answer, a busy database.
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

/** The same of an open connection. */
export function damageOf(database: Database): string | null {
  const rows = database.all<{ integrity_check: string }>(`pragma integrity_check(${MAX_FAULTS})`);
  const faults = rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
  return faults.length === 0 ? null : faults.join("; ");
}
