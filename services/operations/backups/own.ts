import { type BackupDocument, backupStream } from "../../../store/backups/stream.ts";
import { restoredAt } from "../../../store/restored.ts";
import type { Ctx } from "../../ground/kernel/context.ts";

/**
 * Returns whether this store made the backup. Those that it knows from before it was restored belong to its original, which may
 * still remove or continue them.
 */
export function isOwn({ store }: Pick<Ctx, "store">, { id }: BackupDocument): boolean {
  const started = store.events.at(`${backupStream.kind}/${id}`, 1);
  return started !== null && started.seq > restoredAt(store.database);
}
