import { backupStream } from "../../store/backups/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { readPassphraseFile } from "../kernel/backup_config.ts";
import { createBackup } from "./create.ts";
import type { BackupsLive } from "./work.ts";

const HOUR_MILLISECONDS = 60 * 60 * 1000;

/** When the next scheduled backup is due; null when none are taken. A failed one is tried again at the next pass. */
export function nextBackupAt(ctx: Ctx<BackupsLive>): Date | null {
  const { intervalHours } = ctx.config.backups;
  if (intervalHours === 0 || ctx.config.maintenanceIntervalMilliseconds === 0) return null;
  const [newest] = ctx.store.documents.find(
    backupStream,
    { trigger: "schedule", status: "completed" },
    { limit: 1, newestFirst: true },
  );
  return newest ? new Date(Date.parse(newest.createdAt) + intervalHours * HOUR_MILLISECONDS) : ctx.now();
}

/** Begins the scheduled backup when it is due; maintenance asks at each pass. */
export function takeScheduledBackup(ctx: Ctx<BackupsLive>): void {
  const due = nextBackupAt(ctx);
  if (due === null || due > ctx.now() || ctx.backups.current !== null) return;
  const { passphraseFile, excludeSecrets } = ctx.config.backups;
  const passphrase = passphraseFile === null ? {} : { passphrase: readPassphraseFile(passphraseFile) };
  createBackup(ctx, { excludeSecrets, includeMasterKey: false, ...passphrase }, "schedule");
}
