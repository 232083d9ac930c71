import { type BackupDocument, backupStream } from "../../../store/backups/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { chainDetail } from "./chain/sentences.ts";
import type { BackupRecord } from "./schemas.ts";

/** Returns one backup. Throws `NotFoundError`. */
export function requireBackup(ctx: Ctx, id: string): BackupRecord {
  const backup = ctx.store.documents.get(backupStream, id);
  if (!backup) throw new NotFoundError("backup", id);
  return shownBackup(ctx, backup);
}

/** Returns a backup as the API shows it. */
export function shownBackup(ctx: Ctx, backup: BackupDocument): BackupRecord {
  const needs = olderOf(ctx, backup);
  return needs.length === 0 ? backup : { ...backup, chain: { needs, detail: chainDetail(needs.length) } };
}

/** Returns the ids of the backups that one continues, oldest first. */
export function olderOf(ctx: Ctx, backup: BackupDocument): string[] {
  const older: string[] = [];
  for (let { after } = backup; after !== undefined;) {
    older.unshift(after);
    after = ctx.store.documents.get(backupStream, after)?.after;
  }
  return older;
}
