/**
 * What commands use of the program itself, each part loaded by those that work on this machine instead of asking a service.
 * `as string`, because Deno reads what a bare literal names before the program begins, needed or not.
 */
// deno-fmt-ignore: one line each
export const LOCAL = {
  main: () => import("../main.ts" as string) as Promise<typeof import("../main.ts")>,
  version: () => import("../services/kernel/version.ts" as string) as Promise<typeof import("../services/kernel/version.ts")>,
  build: () => import("../services/kernel/build.ts" as string) as Promise<typeof import("../services/kernel/build.ts")>,
  config: () => import("../services/kernel/config.ts" as string) as Promise<typeof import("../services/kernel/config.ts")>,
  errors: () => import("../services/kernel/errors.ts" as string) as Promise<typeof import("../services/kernel/errors.ts")>,
  settings: () => import("../services/system/settings.ts" as string) as Promise<typeof import("../services/system/settings.ts")>,
  tokenFile: () => import("../services/kernel/token_file.ts" as string) as Promise<typeof import("../services/kernel/token_file.ts")>,
  verifyAll: () => import("../services/system/verify_all.ts" as string) as Promise<typeof import("../services/system/verify_all.ts")>,
  damagedArchive: () => import("../services/backups/archive/damaged.ts" as string) as Promise<typeof import("../services/backups/archive/damaged.ts")>,
  takeBackup: () => import("../services/backups/take.ts" as string) as Promise<typeof import("../services/backups/take.ts")>,
  backupFileName: () => import("../services/backups/file_name.ts" as string) as Promise<typeof import("../services/backups/file_name.ts")>,
  restoreBackup: () => import("../services/backups/restore.ts" as string) as Promise<typeof import("../services/backups/restore.ts")>,
  verifyBackup: () => import("../services/backups/verify.ts" as string) as Promise<typeof import("../services/backups/verify.ts")>,
  verifyAudit: () => import("../services/run_views/proof/verify_audit.ts" as string) as Promise<typeof import("../services/run_views/proof/verify_audit.ts")>,
  verifyCommit: () => import("../services/run_views/proof/verify_commit.ts" as string) as Promise<typeof import("../services/run_views/proof/verify_commit.ts")>,
  deliveredCommit: () => import("../services/repositories/delivered_commit.ts" as string) as Promise<typeof import("../services/repositories/delivered_commit.ts")>,
  verifyPacket: () => import("../services/run_views/proof/verify_packet.ts" as string) as Promise<typeof import("../services/run_views/proof/verify_packet.ts")>,
  validateWorkflow: () => import("../services/workflows/language/validate.ts" as string) as Promise<typeof import("../services/workflows/language/validate.ts")>,
  workflowSources: () => import("../services/workflows/sources.ts" as string) as Promise<typeof import("../services/workflows/sources.ts")>,
  workflowDifference: () => import("../services/workflows/diff.ts" as string) as Promise<typeof import("../services/workflows/diff.ts")>,
  sandbox: () => import("../services/processes/sandbox/mod.ts" as string) as Promise<typeof import("../services/processes/sandbox/mod.ts")>,
  providerSettings: () => import("../services/models/providers/settings.ts" as string) as Promise<typeof import("../services/models/providers/settings.ts")>,
  lock: () => import("../store/lock.ts" as string) as Promise<typeof import("../store/lock.ts")>,
  storageError: () => import("../store/storage_error.ts" as string) as Promise<typeof import("../store/storage_error.ts")>,
  openStore: () => import("../store/open.ts" as string) as Promise<typeof import("../store/open.ts")>,
  acceptHead: () => import("../store/system/accept_head.ts" as string) as Promise<typeof import("../store/system/accept_head.ts")>,
  rebuildFile: () => import("../store/rebuild_file.ts" as string) as Promise<typeof import("../store/rebuild_file.ts")>,
  statistics: () => import("../store/statistics.ts" as string) as Promise<typeof import("../store/statistics.ts")>,
  copyDatabase: () => import("../store/copy.ts" as string) as Promise<typeof import("../store/copy.ts")>,
  headFile: () => import("../store/head_file.ts" as string) as Promise<typeof import("../store/head_file.ts")>,
  clock: () => import("../store/clock.ts" as string) as Promise<typeof import("../store/clock.ts")>,
};
