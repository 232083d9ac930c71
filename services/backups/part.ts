import { part } from "../kernel/part.ts";
import { nextAttemptAt, takeScheduledBackup } from "./schedule.ts";
import { type Backups, BackupWork } from "./work.ts";

/** What takes backups: those that are asked for, and those that are due. */
export const backups = part({
  name: "backups",
  open: (): Backups => new BackupWork(),
  start: (backups, service) => backups.start(service),
  stop: (backups) => backups.stop(),
  due: [{
    kind: "scheduled_backup",
    movedBy: [],
    next: nextAttemptAt,
    // deno-lint-ignore require-await -- what it throws is a rejection
    begin: async (ctx) => takeScheduledBackup(ctx),
  }],
  clean: (ctx) => takeScheduledBackup(ctx),
});
