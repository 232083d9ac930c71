import { storageOf } from "../backup/storage.ts";
import { UsageError } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";

/** The storage directory that is meant. Throws `UsageError` when nobody says, or when no service has used it. */
export function storageNeeded(shell: Shell, given: string | undefined): string {
  const found = storageOf(shell, given);
  if (found !== null) return found;
  throw new UsageError("Name the storage directory with --storage, or create one with `agent-harness init`.");
}
