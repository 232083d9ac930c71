import { ConfigError, type Environment, flag, wholeNumber } from "./variables.ts";

/** How many characters a passphrase has at least. */
export const MIN_PASSPHRASE_LENGTH = 12;

/** Where backups go, and how often maintenance takes one. */
export type BackupConfig = {
  directory: string;
  /** Hours between scheduled backups; 0 takes none. */
  intervalHours: number;
  /** How many scheduled backups are kept. */
  keep: number;
  /** A file whose text encrypts scheduled backups. */
  passphraseFile: string | null;
  excludeSecrets: boolean;
};

/** Reads `AGENT_HARNESS_BACKUP_*`. Throws `ConfigError` for what cannot work, now and not at the first backup. */
export function readBackupConfig(environment: Environment, storage: string): BackupConfig {
  const passphraseFile = environment("AGENT_HARNESS_BACKUP_PASSPHRASE_FILE") || null;
  if (passphraseFile !== null) readPassphraseFile(passphraseFile);
  return {
    directory: directory(environment("AGENT_HARNESS_BACKUP_DIR"), storage),
    intervalHours: wholeNumber(environment, "AGENT_HARNESS_BACKUP_INTERVAL_HOURS", 0, 0, 8760),
    keep: wholeNumber(environment, "AGENT_HARNESS_BACKUP_KEEP", 7, 1, 1000),
    passphraseFile,
    excludeSecrets: flag(environment, "AGENT_HARNESS_BACKUP_EXCLUDE_SECRETS", false),
  };
}

function directory(value: string | undefined, storage: string): string {
  if (!value) return `${storage}/backups`;
  const name = `AGENT_HARNESS_BACKUP_DIR is "${value}"`;
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(value)) {
    throw new ConfigError(`${name}. An absolute path is allowed, such as /var/backups.`);
  }
  try {
    if (Deno.statSync(value).isDirectory) return Deno.realPathSync(value);
  } catch {
    throw new ConfigError(`${name}, and there is no such directory. Make it first: mkdir -m 700 ${value}`);
  }
  throw new ConfigError(`${name}, which is a file. Name a directory.`);
}

/** The passphrase that a file holds, without the end of its line. Throws `ConfigError`. */
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
    throw new ConfigError(`${name}, and it cannot be read. Name a file that holds the passphrase.`);
  }
  if (text.length >= MIN_PASSPHRASE_LENGTH) return text;
  throw new ConfigError(
    `${name}, and it holds ${text.length} characters. A passphrase of at least ${MIN_PASSPHRASE_LENGTH} is allowed.`,
  );
}
