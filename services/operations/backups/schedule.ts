import { dirname, join } from "node:path";
import { type BackupDocument, backupStream } from "../../../store/backups/stream.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { readPassphraseFile } from "../../ground/kernel/backup_config.ts";
import { createBackup } from "./create.ts";
import { backupFileName } from "./file_name.ts";
import { olderOf } from "./get.ts";
import { isOwn } from "./own.ts";
import type { BackupsLive } from "./work.ts";
import { HOUR } from "../../../store/shared/durations.ts";

const newestScheduled = ({ store }: Ctx, status: BackupDocument["status"]): BackupDocument | undefined =>
  store.documents.find(backupStream, { trigger: "schedule", status }, { limit: 1, newestFirst: true })[0];

/**
 * Returns how much later than a backup's start something is due, or now if it has not started yet: then the clock has been set
 * back since.
 */
const after = ({ now }: Ctx, { createdAt }: BackupDocument, wait: number): Date =>
  Date.parse(createdAt) > now().getTime() ? now() : new Date(Date.parse(createdAt) + wait);

/** Returns when the next scheduled backup is due; null if none are scheduled. A failed one is retried at the next pass. */
export function nextBackupAt(ctx: Ctx<BackupsLive>): Date | null {
  const { intervalHours } = ctx.config.backups;
  if (intervalHours === 0 || ctx.config.maintenanceIntervalMilliseconds === 0) return null;
  const newest = newestScheduled(ctx, "completed");
  return newest ? after(ctx, newest, intervalHours * HOUR) : ctx.now();
}

/** Returns when a scheduled backup next starts: a failed one is retried after the interval of maintenance. */
export function nextAttemptAt(ctx: Ctx<BackupsLive>): Date | null {
  const due = nextBackupAt(ctx);
  if (due === null || ctx.backups.current !== null) return null;
  const failed = newestScheduled(ctx, "failed");
  if (!failed) return due;
  const again = after(ctx, failed, ctx.config.maintenanceIntervalMilliseconds);
  return due > again ? due : again;
}

/** Starts the scheduled backup when it is due; maintenance calls this at each pass. */
export function takeScheduledBackup(ctx: Ctx<BackupsLive>): void {
  const due = nextBackupAt(ctx);
  if (due === null || due > ctx.now() || ctx.backups.current !== null) return;
  const { passphraseFile, excludeSecrets } = ctx.config.backups;
  try {
    const passphrase = passphraseFile === null ? {} : { passphrase: readPassphraseFile(passphraseFile) };
    const options = { excludeSecrets, includeMasterKey: false, ...continued(ctx), ...passphrase };
    createBackup(ctx, options, "schedule");
  } catch (cause) {
    recordFailure(ctx, messageOf(cause));
  }
}

/** A backup that cannot begin has failed as any other: its record tells people why there is none. */
function recordFailure(ctx: Ctx, detail: string): void {
  const { directory, passphraseFile, excludeSecrets } = ctx.config.backups;
  const encrypted = passphraseFile !== null;
  const path = join(directory, backupFileName(ctx.now(), encrypted, false));
  const data = { trigger: "schedule" as const, path, encrypted, secretsIncluded: !excludeSecrets };
  record(ctx, backupStream, ctx.newId("bak"), [
    { type: "backup.started", data },
    { type: "backup.failed", data: { detail } },
  ]);
}

/**
 * Returns which backup the next scheduled one continues. After an attempt that failed, and after a restore, a full backup begins
 * a new chain.
 */
function continued(ctx: Ctx<BackupsLive>): { after?: string } {
  const { chain, directory, passphraseFile } = ctx.config.backups;
  const [newest, failed] = [newestScheduled(ctx, "completed"), newestScheduled(ctx, "failed")];
  if (!newest || !isOwn(ctx, newest) || (failed && failed.id > newest.id)) return {};
  if (newest.encrypted !== (passphraseFile !== null)) return {};
  if (dirname(newest.path) !== directory || olderOf(ctx, newest).length + 1 >= chain) return {};
  return { after: newest.id };
}
