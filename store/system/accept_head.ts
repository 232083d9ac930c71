import { join } from "node:path";
import { Database } from "../database.ts";
import { EventStore } from "../event_store.ts";
import { closeStore, DATABASE_FILE, findLoss, makeDatabaseFile } from "../open.ts";
import { registry } from "../registry.ts";
import { withStorageErrors } from "../storage_error.ts";
import { systemStream } from "./stream.ts";

/** What was accepted: the sentence that says what is or may be missing, and the entry from which the log goes on. */
export type AcceptedHead = { loss: string; sequence: number };

/**
 * Accepts in a user's name that the log of a directory, which the caller holds, lacks entries or may lack some: the log
 * says so from then on, and a start is possible. Returns null, and changes nothing, when nothing is missing. Throws
 * `StorageError` when there is no database at all.
 */
export async function acceptHead(directory: string, at: string): Promise<AcceptedHead | null> {
  const loss = withStorageErrors(() => {
    makeDatabaseFile(directory);
    return findLoss(directory);
  });
  if (loss === null) return null;
  const store = withStorageErrors(() =>
    new EventStore(new Database(join(directory, DATABASE_FILE)), registry)
  );
  const sequence = store.head;
  const detail = `A user accepted that the log goes on after entry ${sequence}. ${loss}`;
  try {
    await store.commit(() =>
      store.append(systemStream, "service", [{ type: "audit.integrity_warning", data: { detail } }], {
        actor: "operator",
        at,
      })
    );
  } finally {
    closeStore(store);
  }
  return { loss, sequence };
}
