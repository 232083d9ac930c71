import { backupStream } from "../../../store/backups/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { shownBackup } from "./get.ts";
import { nextBackupAt } from "./schedule.ts";
import type { BackupList } from "./schemas.ts";
import type { BackupsLive } from "./work.ts";

/** Returns the backups that this service was asked for, newest first, and its schedule. */
export function listBackups(ctx: Ctx<BackupsLive>, page: { limit: number; offset: number }): BackupList {
  const { directory, intervalHours, keep, chain, passphraseFile } = ctx.config.backups;
  return {
    items: ctx.store.documents.find(backupStream, {}, { ...page, newestFirst: true })
      .map((backup) => shownBackup(ctx, backup)),
    counts: ctx.store.documents.counts(backupStream),
    schedule: {
      directory,
      intervalHours,
      keep,
      chain,
      encrypted: passphraseFile !== null,
      nextAt: nextBackupAt(ctx)?.toISOString() ?? null,
    },
  };
}
