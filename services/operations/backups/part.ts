import { part } from "../../ground/kernel/part.ts";
import { nextAttemptAt, takeScheduledBackup } from "./schedule.ts";
import { type Backups, BackupWork } from "./work.ts";

/** Takes backups, on request and on schedule. */
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
