import type { BackupReport } from "../../services/operations/backups/verify.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import { untilInterrupted } from "../service/stream.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { pad } from "../terminal/width.ts";
import { NO_PASSPHRASE } from "./passphrase.ts";
import { LOCAL } from "../local.later.ts";
import { messageOf } from "../../store/shared/message_of.ts";

/** Returns the checks of a backup, one line each. */
export const checkLines = ({ checks }: BackupReport): string[] =>
  checks.map(({ name, ok, detail }) =>
    `${ok ? paint.green("✓") : paint.red("✗")} ${pad(name, 10)} ${oneLine(detail)}`
  );

/**
 * Opens a backup with the given file and passphrase; problems with either become a message and an exit code. Ctrl-C ends
 * it, and what was unpacked is removed.
 */
export async function opening(
  path: string,
  passphrase: string | null,
  open: (signal: AbortSignal) => Promise<BackupReport>,
): Promise<BackupReport> {
  const { PassphraseError } = await LOCAL.damagedArchive();
  const { InvalidError } = await LOCAL.errors();
  using interrupted = untilInterrupted();
  const { signal } = interrupted;
  try {
    return await open(signal);
  } catch (cause) {
    if (signal.aborted) throw new ExitError(EXIT.failed, "Interrupted. What was unpacked is removed.");
    if (cause instanceof PassphraseError) {
      throw new ExitError(
        EXIT.usage,
        passphrase === null ? `${path} is encrypted. ${NO_PASSPHRASE}` : cause.message,
      );
    }
    if (cause instanceof InvalidError) throw new ExitError(EXIT.usage, cause.message);
    if (cause instanceof Deno.errors.NotFound) {
      throw new ExitError(EXIT.notFound, `The file ${path} does not exist.`);
    }
    const { isSystemFault } = await LOCAL.storageError();
    if (isSystemFault(cause)) {
      throw new ExitError(
        EXIT.failed,
        `Could not read ${path}, or write what is in it: ${cause.message}. Check the disks, and try again.`,
      );
    }
    throw new ExitError(EXIT.failed, `Could not open ${path}: ${messageOf(cause)}`);
  }
}
