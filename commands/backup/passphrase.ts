import { UsageError } from "../exit_codes.ts";
import { readBytes } from "../read_source.ts";
import type { Shell } from "../shell.ts";

/** The flag for a passphrase. */
export type PassphraseOptions = { passphraseFile?: string };

/** Returns the passphrase from a file, stdin or the environment, or null. It is never a flag itself. */
export async function readPassphrase(
  { environment }: Shell,
  options: PassphraseOptions,
): Promise<string | null> {
  if (options.passphraseFile !== undefined) {
    const bytes = await readBytes(options.passphraseFile);
    // Whatever its bytes are, they are read as they were when the backup was made.
    const decoder = new TextDecoder("utf-8", { ignoreBOM: options.passphraseFile !== "-" });
    const text = decoder.decode(bytes).replace(/\r?\n$/, "");
    if (text === "") throw new UsageError(`The passphrase file ${options.passphraseFile} is empty.`);
    return text;
  }
  return environment("AGENT_HARNESS_BACKUP_PASSPHRASE") || null;
}

/** The error of a command that needs a passphrase. */
export const NO_PASSPHRASE =
  "Pass the passphrase by --passphrase-file (- for stdin) or AGENT_HARNESS_BACKUP_PASSPHRASE.";
