import { Database } from "./database.ts";
import { readMeta, writeMeta } from "./schema.ts";

const KEY = "restored";

/** Notes in the database of a backup that a store was restored from it, so that the store knows what its original did. */
export function noteRestored(file: string): void {
  const database = new Database(file);
  try {
    const head = database.get<{ seq: number }>("select seq from events order by seq desc limit 1");
    database.transaction(() => writeMeta(database, KEY, String(head?.seq ?? 0)));
  } finally {
    database.close();
  }
}

/** Returns the newest entry that a store's original recorded; 0 if the store was never restored. */
export const restoredAt = (database: Database): number => Number(readMeta(database, KEY) ?? 0);
