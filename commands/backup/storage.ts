import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../exit_codes.ts";
import { storagePlace } from "../storage_place.ts";
import type { Shell } from "../shell.ts";

/** Returns the storage directory from a flag or the environment, or null. Throws `UsageError`. */
export function storageOf({ environment }: Shell, given: string | undefined): string | null {
  const named = given ?? storagePlace(environment)?.path;
  if (!named) return null;
  const path = resolve(named);
  if (existsSync(join(path, "harness.db"))) return Deno.realPathSync(path);
  throw new UsageError(
    `${path} is not a storage directory: it has no harness.db.`,
  );
}

/** Returns the default directory for backups. */
export function backupDirectoryOf({ environment }: Shell, storage: string): string {
  return environment("AGENT_HARNESS_BACKUP_DIR") || join(storage, "backups");
}
