import { EXIT, UsageError } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { confirm } from "../terminal/terminal.ts";
import type { StoreOptions } from "./options.ts";
import { stateDirectory } from "../storage_place.ts";
import { storageNeeded } from "./storage.ts";
import { LOCAL } from "../local.later.ts";

const QUESTION = "Continue with the entries that are there? The missing ones cannot be recovered later.";

/** Accepts that the log ends earlier than recorded, after confirmation. Returns the exit code. */
export async function acceptHead(shell: Shell, options: StoreOptions & { yes?: boolean }): Promise<number> {
  const { output, terminal } = shell;
  const path = storageNeeded(shell, options.storage);
  const { lockStorage } = await LOCAL.lock();
  const { StorageError } = await LOCAL.storageError();
  const { findLoss } = await LOCAL.openStore();
  const { acceptHead } = await LOCAL.acceptHead();
  try {
    const lock = lockStorage(path, new Date());
    try {
      const seenIn = stateDirectory(shell.environment);
      const loss = findLoss(path, seenIn);
      if (loss !== null && !options.yes) {
        if (!terminal.interactive) {
          throw new UsageError(`${loss} To continue with the entries that are there, add --yes.`);
        }
        if (!await confirm(terminal, `${oneLine(loss)} ${QUESTION}`)) {
          throw new UsageError("Nothing was changed.");
        }
      }
      const accepted = await acceptHead(path, seenIn, new Date().toISOString());
      if (options.json) output.json({ storageDirectory: path, accepted });
      else if (accepted === null) output.data("Nothing is missing. Nothing was changed.");
      else {
        output.data(
          `${paint.green("✓")} The log continues after entry ${accepted.sequence} and records the loss.`,
        );
      }
      return EXIT.done;
    } finally {
      lock.release();
    }
  } catch (cause) {
    if (cause instanceof StorageError) throw new UsageError(cause.message);
    throw cause;
  }
}
