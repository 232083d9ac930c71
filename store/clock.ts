import { Database } from "./database.ts";

/** An entry of the log and its recorded time. */
export type DatedEntry = { seq: number; at: string };

/** What the log says about the clock: its newest entry, and the newest entry that is earlier than its predecessor. */
export type ClockRecord = { newest: DatedEntry | null; setBack: (DatedEntry & { before: string }) | null };

/** How many of the newest entries are compared. */
const LOOKED_AT = 10_000;

/** Reads the times of the newest entries and ignores differences up to the tolerance. Writes nothing. */
export function readClock(databaseFile: string, toleranceMilliseconds: number): ClockRecord {
  const database = new Database(databaseFile, { readOnly: true });
  try {
    const rows = database.all<DatedEntry>("select seq, at from events order by seq desc limit ?", LOOKED_AT);
    const at = rows.findIndex((row, i) => {
      const older = rows[i + 1];
      return older !== undefined && Date.parse(older.at) - Date.parse(row.at) > toleranceMilliseconds;
    });
    const row = rows[at];
    return {
      newest: rows[0] ?? null,
      setBack: row ? { ...row, before: rows[at + 1]!.at } : null,
    };
  } finally {
    database.close();
  }
}
