import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../exit_codes.ts";
import { storagePlace } from "../storage_place.ts";
import type { Shell } from "../shell.ts";

/** Returns the storage directory from a flag or the environment, or null. Throws `UsageError`. */
export function storageOf({ environment }: Shell, given: string | undefined): string | null {
  const named = given ?? storagePlace(environment)?.path;
  if (!named) return null;
  const path = directoryOf(named);
  if (existsSync(join(path, "harness.db"))) return Deno.realPathSync(path);
  throw new UsageError(
    `${path} has no harness.db: no service has used it yet, or it is not a storage directory.`,
  );
}

/** Returns the absolute path of a directory that a person named. Throws `UsageError` if it does not exist. */
export function directoryOf(named: string): string {
  const path = resolve(named);
  if (existsSync(path)) return path;
  throw new UsageError(`The directory ${path} does not exist.`);
}

/** Returns the default directory for backups. */
export function backupDirectoryOf({ environment }: Shell, storage: string): string {
  return environment("AGENT_HARNESS_BACKUP_DIR") || join(storage, "backups");
}
