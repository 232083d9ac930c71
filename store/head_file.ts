import { dirname, join } from "node:path";
import type { Database } from "./database.ts";
import { syncDirectory, writeDurably } from "./durable_file.ts";
import { readMeta } from "./schema.ts";

/** The name of the file beside the database that says how far its log went. */
export const HEAD_FILE = "head.json";

/**
 * How far the log of a storage directory went at least. `open` is true from the start of a service to its orderly end: until
 * then the write-ahead log belongs to the database.
 */
export type RecordedHead = { installation: string; sequence: number; hash: string; open: boolean };

/** What is compared of a database: whose it is, its newest sequence, and the hashes of its entries. */
export type FoundHead = {
  installation: string | null;
  sequence: number;
  hashAt: (sequence: number) => string | null;
};

/** Reads the head file of a directory: null where there is none, "damaged" where it cannot be understood. */
export function readHeadFile(directory: string): RecordedHead | "damaged" | null {
  let text: string;
  try {
    text = Deno.readTextFileSync(join(directory, HEAD_FILE));
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return null;
    throw cause;
  }
  try {
    const { installation, sequence, hash, open } = JSON.parse(text) as RecordedHead;
    const whole = typeof installation === "string" && Number.isSafeInteger(sequence) && sequence >= 0 &&
      /^[0-9a-f]{64}$/.test(hash) && typeof open === "boolean";
    return whole ? { installation, sequence, hash, open } : "damaged";
  } catch {
    return "damaged";
  }
}

/** Writes the head file, durably. What it names must be durable already. */
export function writeHeadFile(directory: string, head: RecordedHead): void {
  syncDirectory(directory); // the write-ahead log's own name first: `open` promises that it is there
  writeDurably(join(directory, HEAD_FILE), `${JSON.stringify(head)}\n`);
  syncDirectory(directory);
}

/** Reads what is compared from a database, whether or not its tables were made yet. */
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

/** Returns what a database has lost against the recorded head, as a sentence; null when it goes on from there. */
export function describeLoss(recorded: RecordedHead | "damaged" | null, found: FoundHead): string | null {
  if (recorded === null) return null;
  if (recorded === "damaged") {
    return `${HEAD_FILE} cannot be read, so nobody can tell whether entries are missing.`;
  }
  const { installation, sequence, hash } = recorded;
  if (found.sequence < sequence) {
    return `The log ends at entry ${found.sequence}, and entry ${sequence} was recorded before: an older database was put there, or ${WAL} was removed.`;
  }
  if (found.installation !== installation) {
    return "The database belongs to another installation than the one that was recorded here.";
  }
  return sequence === 0 || found.hashAt(sequence) === hash
    ? null
    : `Entry ${sequence} of the log is another one than was recorded: another database was put there.`;
}

const WAL = "harness.db-wal";

/** Returns that the write-ahead log of a killed service is gone, with both ways that can be, as a sentence; null when it is there or not needed. */
export function describeMissingLog(
  directory: string,
  recorded: RecordedHead | "damaged" | null,
): string | null {
  if (recorded === null || recorded === "damaged" || !recorded.open) return null;
  try {
    Deno.lstatSync(join(directory, WAL));
    return null;
  } catch {
    return `${WAL} is missing, and the service that used it did not stop in order. Either the file was removed, and the newest entries are lost; or another program (such as sqlite3) opened the database since and moved them into it, and nothing is lost. Nobody can tell which.`;
  }
}

/** Moves the write-ahead log into the database without waiting for readers. Returns whether all of it is there now. */
export function checkpoint(database: Database): boolean {
  const moved = database.get<{ busy: number; log: number; checkpointed: number }>(
    "pragma wal_checkpoint(passive)",
  )!;
  return moved.busy === 0 && moved.log === moved.checkpointed;
}

/** Says durably how far the log of an open database goes. Call it outside of transactions. */
export function recordHead(
  { database, installation, chainHead }: {
    database: Database;
    installation: string;
    chainHead: { seq: number; hash: string };
  },
  open: boolean,
): void {
  const { seq: sequence, hash } = chainHead;
  writeHeadFile(dirname(database.path), { installation, sequence, hash, open });
}
