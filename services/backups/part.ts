import { part } from "../kernel/part.ts";
import { takeScheduledBackup } from "./schedule.ts";
import { type Backups, BackupWork } from "./work.ts";

/** What takes backups: those that are asked for, and those that are due. */
export const backups = part({
  name: "backups",
  open: (): Backups => new BackupWork(),
  start: (backups, service) => backups.start(service),
  stop: (backups) => backups.stop(),
  clean: (ctx) => takeScheduledBackup(ctx),
});
