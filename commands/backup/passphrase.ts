import { UsageError } from "../exit_codes.ts";
import { readSource } from "../read_source.ts";
import type { Shell } from "../shell.ts";

/** The flag for a passphrase. */
export type PassphraseOptions = { passphraseFile?: string };

/** Returns the passphrase from a file, stdin or the environment, or null. It is never a flag itself. */
export async function readPassphrase(
  { environment }: Shell,
  options: PassphraseOptions,
): Promise<string | null> {
  if (options.passphraseFile !== undefined) {
    const text = (await readSource(options.passphraseFile)).replace(/\r?\n$/, "");
    if (text === "") throw new UsageError(`The passphrase file ${options.passphraseFile} is empty.`);
    return text;
  }
  return environment("AGENT_HARNESS_BACKUP_PASSPHRASE") || null;
}

/** The error of a command that needs a passphrase. */
export const NO_PASSPHRASE =
  "Pass the passphrase by --passphrase-file (- for stdin) or AGENT_HARNESS_BACKUP_PASSPHRASE.";
