import { join } from "node:path";
import { Database } from "../database.ts";
import { EventStore } from "../event_store.ts";
import { closeStore, DATABASE_FILE, findLoss, makeDatabaseFile } from "../open.ts";
import { HEAD_FILE } from "../head_file.ts";
import { registry } from "../registry.ts";
import { withStorageErrors } from "../storage_error.ts";
import { systemStream } from "./stream.ts";

/** What was accepted: the sentence that says what is or may be missing, and the entry after which the log continues. */
export type AcceptedHead = { loss: string; sequence: number };

/**
 * Records, on behalf of a user, that the log of a directory lacks entries or may lack some, so that the service can
 * start again. The caller holds the directory; `seenIn` is as in `openStore`. Returns null and changes nothing if nothing is
 * missing. Throws `StorageError` if there is no database.
 */
export async function acceptHead(
  directory: string,
  seenIn: string | null,
  at: string,
): Promise<AcceptedHead | null> {
  const loss = withStorageErrors(() => {
    makeDatabaseFile(directory);
    return findLoss(directory, seenIn);
  });
  if (loss === null) return null;
  const store = withStorageErrors(() =>
    new EventStore(new Database(join(directory, DATABASE_FILE)), registry)
  );
  const sequence = store.head;
  const detail = `A user accepted that the log continues after entry ${sequence}. ${loss}`;
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
  // What was noted elsewhere, also by another user, counts no longer: the next start begins with what is there.
  Deno.removeSync(join(directory, HEAD_FILE));
  return { loss, sequence };
}
