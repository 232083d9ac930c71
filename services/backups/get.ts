import { backupStream } from "../../store/backups/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { NotFoundError } from "../kernel/errors.ts";
import type { BackupRecord } from "./schemas.ts";

/** Returns one backup. Throws `NotFoundError`. */
export function requireBackup(ctx: Ctx, id: string): BackupRecord {
  const backup = ctx.store.documents.get(backupStream, id);
  if (!backup) throw new NotFoundError("backup", id);
  return backup;
}
