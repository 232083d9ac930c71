import { join } from "node:path";
import { EXIT, UsageError } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";
import type { StoreOptions } from "./options.ts";
import { paint } from "../terminal/paint.ts";
import { storageNeeded } from "./storage.ts";
import { LOCAL } from "../local.later.ts";

/** Rebuilds the read models of a directory, holding its lock. Returns the exit code. */
export async function rebuild(shell: Shell, options: StoreOptions): Promise<number> {
  const { output } = shell;
  const path = storageNeeded(shell, options.storage);
  const { lockStorage, StorageHeldError } = await LOCAL.lock();
  const { rebuildFile } = await LOCAL.rebuildFile();
  let lock: { release: () => void };
  try {
    lock = lockStorage(path, new Date());
  } catch (cause) {
    if (cause instanceof StorageHeldError) throw new UsageError(cause.message);
    throw cause;
  }
  try {
    output.status(paint.dim("Rebuilding from the log …"));
    const report = rebuildFile(join(path, "harness.db"));
    output.status(null);
    if (options.json) output.json({ storageDirectory: path, ...report });
    else {
      output.data(`${paint.green("✓")} Rebuilt from ${report.entries} entries.`);
      output.data(
        report.repaired.length === 0
          ? "The read models were already correct."
          : `Corrected: ${report.repaired.join(", ")}.`,
      );
    }
    return EXIT.done;
  } finally {
    output.status(null);
    lock.release();
  }
}
