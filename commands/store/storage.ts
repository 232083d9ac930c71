import { storageOf } from "../backup/storage.ts";
import { UsageError } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";

/** Returns the storage directory. Throws `UsageError` if none is named, or if no service has used it. */
export function storageNeeded(shell: Shell, given: string | undefined): string {
  const found = storageOf(shell, given);
  if (found !== null) return found;
  throw new UsageError("Name the storage directory with --storage, or create one with `agent-harness init`.");
}
