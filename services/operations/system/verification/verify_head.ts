import { Database } from "../../../../store/database.ts";
import { findHead } from "../../../../store/head_file.ts";
import type { CandidateCheck } from "../../../../store/verify_copy.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** How far a log goes. */
export type LogExtent = { sequence: number; hash: string };

/** Returns how far the log of a database goes; null if it has no entries or cannot be read. */
export function logExtentOf(databaseFile: string): LogExtent | null {
  const database = new Database(databaseFile);
  try {
    const { sequence, hashAt } = findHead(database);
    const hash = hashAt(sequence);
    return hash === null ? null : { sequence, hash };
  } catch {
    return null;
  } finally {
    database.close();
  }
}

/** Checks that a log contains the expected entry, such as the head in a backup's manifest. */
export function verifyExpectedHead(databaseFile: string, expected: LogExtent): CandidateCheck {
  const name = "expected_head";
  const database = new Database(databaseFile);
  try {
    const { sequence, hashAt } = findHead(database);
    if (sequence < expected.sequence) {
      const detail =
        `The log ends at entry ${sequence}, but entry ${expected.sequence} is expected. The newest entries are missing.`;
      return { name, ok: false, detail };
    }
    const ok = hashAt(expected.sequence) === expected.hash;
    const detail = ok
      ? `Entry ${expected.sequence} exists and has the expected hash.`
      : `Entry ${expected.sequence} has a different hash than expected. The log belongs to a different store.`;
    return { name, ok, detail };
  } catch (cause) {
    return { name, ok: false, detail: `It cannot be read: ${messageOf(cause)}` };
  } finally {
    database.close();
  }
}
