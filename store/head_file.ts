import { dirname, join } from "node:path";
import type { Database } from "./database.ts";
import { syncDirectory, writeDurably } from "./durable_file.ts";
import { readMeta } from "./schema.ts";
import { noteSeen } from "./seen_head.ts";
import { recordOf } from "./shared/records.ts";

/** The name of the file next to the database that records how far its log went. */
export const HEAD_FILE = "head.json";

/**
 * How far the log of a storage directory went, at least. `open` is true from the start of a service to its clean stop;
 * until then the write-ahead log belongs to the database.
 */
export type RecordedHead = { installation: string; sequence: number; hash: string; open: boolean };

/** What is compared of a database: its installation, its newest sequence, and the hashes of its entries. */
export type FoundHead = {
  installation: string | null;
  sequence: number;
  hashAt: (sequence: number) => string | null;
};

/** Reads the head file of a directory. Returns null if there is none, "damaged" if it cannot be parsed. */
export function readHeadFile(directory: string): RecordedHead | "damaged" | null {
  let text: string;
  try {
    text = Deno.readTextFileSync(join(directory, HEAD_FILE));
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return null;
    throw cause;
  }
  try {
    const { installation, sequence, hash, open } = recordOf(JSON.parse(text));
    const whole = typeof installation === "string" && typeof sequence === "number" &&
      Number.isSafeInteger(sequence) && sequence >= 0 &&
      typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash) && typeof open === "boolean";
    return whole ? { installation, sequence, hash, open } : "damaged";
  } catch {
    return "damaged";
  }
}

/** Writes the head file durably. The entries it names must already be durable. */
export function writeHeadFile(directory: string, head: RecordedHead): void {
  syncDirectory(directory); // the write-ahead log's own name first: `open` promises that it exists
  writeDurably(join(directory, HEAD_FILE), `${JSON.stringify(head)}\n`);
  syncDirectory(directory);
}

/** Reads what is compared from a database, even if its tables do not exist yet. */
export function findHead(database: Database): FoundHead {
  const has = (table: string) =>
    database.get("select 1 from sqlite_schema where type = 'table' and name = ?", table) !== undefined;
  const events = has("events");
  return {
    installation: has("meta") ? readMeta(database, "installation") : null,
    sequence: events
      ? database.get<{ seq: number | null }>("select max(seq) as seq from events")?.seq ?? 0
      : 0,
    hashAt: (sequence) =>
      events
        ? database.get<{ hash: string }>("select hash from events where seq = ?", sequence)?.hash ?? null
        : null,
  };
}

/** Returns what a database has lost compared with the recorded head, as a sentence; null if nothing. */
export function describeLoss(recorded: RecordedHead | "damaged" | null, found: FoundHead): string | null {
  if (recorded === null) return null;
  if (recorded === "damaged") {
    return `${HEAD_FILE} cannot be read, so it is unknown whether entries are missing.`;
  }
  const { installation, sequence, hash } = recorded;
  if (found.sequence < sequence) {
    return `The log ends at entry ${found.sequence}, but entry ${sequence} had been recorded. Either the database, or the whole storage directory, was replaced by an older copy, or ${WAL} was removed.`;
  }
  if (found.installation !== installation) {
    return "The database belongs to a different installation than the one recorded here.";
  }
  return sequence === 0 || found.hashAt(sequence) === hash
    ? null
    : `Entry ${sequence} of the log differs from the recorded one. The database was replaced.`;
}

const WAL = "harness.db-wal";

/**
 * Returns, as a sentence, that the write-ahead log of a killed service is gone, with both possible causes; null if it
 * exists or is not needed.
 */
export function describeMissingLog(
  directory: string,
  recorded: RecordedHead | "damaged" | null,
): string | null {
  if (recorded === null || recorded === "damaged" || !recorded.open) return null;
  try {
    Deno.lstatSync(join(directory, WAL));
    return null;
  } catch {
    return `${WAL} is missing, and the service that used it was not stopped cleanly. Either the file was removed and the newest entries are lost, or another program (such as sqlite3) has since opened the database and moved the entries into it, so that nothing is lost. It is not possible to tell which.`;
  }
}

/** Moves the write-ahead log into the database without waiting for readers. Returns whether all of it was moved. */
export function checkpoint(database: Database): boolean {
  const moved = database.get<{ busy: number; log: number; checkpointed: number }>(
    "pragma wal_checkpoint(passive)",
  )!;
  return moved.busy === 0 && moved.log === moved.checkpointed;
}

/** Records durably how far the log of an open database goes. Call it outside of transactions. */
export function recordHead(
  store: { database: Database; installation: string; chainHead: { seq: number; hash: string } },
  open: boolean,
): void {
  const { database, installation, chainHead: { seq: sequence, hash } } = store;
  const directory = dirname(database.path);
  writeHeadFile(directory, { installation, sequence, hash, open });
  noteSeen(store, directory, { sequence, hash });
}
