import { counted } from "./words.ts";
import { ConfigError, type Environment, flag, wholeNumber } from "./variables.ts";

/** The minimum length of a passphrase. */
export const MIN_PASSPHRASE_LENGTH = 12;

/** Where backups go, and how often maintenance takes one. */
export type BackupConfig = {
  directory: string;
  /** Hours between scheduled backups; 0 takes none. */
  intervalHours: number;
  /** How many scheduled backups are kept. */
  keep: number;
  /** How many scheduled backups form a chain, whose first is a full backup. */
  chain: number;
  /** A file whose text encrypts scheduled backups. */
  passphraseFile: string | null;
  excludeSecrets: boolean;
};

/** Reads `AGENT_HARNESS_BACKUP_*`. Throws `ConfigError` for invalid values now, not at the first backup. */
export function readBackupConfig(environment: Environment, storage: string): BackupConfig {
  const passphraseFile = environment("AGENT_HARNESS_BACKUP_PASSPHRASE_FILE") || null;
  if (passphraseFile !== null) readPassphraseFile(passphraseFile);
  return {
    directory: directory(environment("AGENT_HARNESS_BACKUP_DIR"), storage),
    intervalHours: wholeNumber(environment, "AGENT_HARNESS_BACKUP_INTERVAL_HOURS", 0, 0, 8760),
    keep: wholeNumber(environment, "AGENT_HARNESS_BACKUP_KEEP", 7, 1, 1000),
    chain: wholeNumber(environment, "AGENT_HARNESS_BACKUP_CHAIN", 1, 1, 100),
    passphraseFile,
    excludeSecrets: flag(environment, "AGENT_HARNESS_BACKUP_EXCLUDE_SECRETS", false),
  };
}

function directory(value: string | undefined, storage: string): string {
  if (!value) return `${storage}/backups`;
  const name = `AGENT_HARNESS_BACKUP_DIR is "${value}"`;
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(value)) {
    throw new ConfigError(`${name}. Use an absolute path, such as /var/backups.`);
  }
  try {
    if (Deno.statSync(value).isDirectory) return Deno.realPathSync(value);
  } catch {
    throw new ConfigError(`${name}, but there is no such directory. Create it first: mkdir -m 700 ${value}`);
  }
  throw new ConfigError(`${name}, which is a file. Name a directory.`);
}

/** Returns the passphrase in a file, without the line end. Throws `ConfigError`. */
export function readPassphraseFile(path: string): string {
  const name = `AGENT_HARNESS_BACKUP_PASSPHRASE_FILE is "${path}"`;
  let text: string;
  try {
    const { mode } = Deno.statSync(path);
    if (mode !== null && (mode & 0o077) !== 0) {
      throw new ConfigError(`${name}, which other users of this machine can read. Run: chmod 600 ${path}`);
    }
    text = Deno.readTextFileSync(path).replace(/\r?\n$/, "");
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`${name}, which cannot be read. Name a file that contains the passphrase.`);
  }
  if (text.length >= MIN_PASSPHRASE_LENGTH) return text;
  throw new ConfigError(
    `${name}, which contains ${
      counted(text.length, "character")
    }. The passphrase needs at least ${MIN_PASSPHRASE_LENGTH}.`,
  );
}
