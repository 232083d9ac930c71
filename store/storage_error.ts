/** The storage directory cannot be used as it is. The message tells the user what is wrong and what to do next. */
export class StorageError extends Error {}

/** Reports whether an error, or what caused it, says that there is no room, as SQLite, the system or git put it. */
export function isDiskFull(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return /disk is full|no space left|ENOSPC|quota exceeded/i.test(cause.message) || isDiskFull(cause.cause);
}

const RESTORE =
  "Restore a backup into a new directory: agent-harness backup restore <backup> --to <directory>.";

/** What SQLite says of a file whose content is damaged. */
const CORRUPT = /not a database|malformed|corrupt/i;

/** Reports whether SQLite found the content of the database damaged, rather than failed to reach it. */
export const isCorrupt = (cause: unknown): cause is Error => isSqlite(cause) && CORRUPT.test(cause.message);

const isSqlite = (cause: unknown): cause is Error =>
  cause instanceof Error && (cause as { code?: unknown }).code === "ERR_SQLITE_ERROR";

/** What SQLite says, and what that means for the user. */
const FAULTS: readonly (readonly [RegExp, (said: string) => string])[] = [
  [
    CORRUPT,
    (said) => `The database harness.db is damaged (${said}). ${RESTORE}`,
  ],
  [
    /disk I\/O error/i,
    (said) =>
      `The disk of the storage directory cannot be read or written (${said}). Nothing was recorded; check the disk and its free space.`,
  ],
  [
    /unable to open|readonly database/i,
    (said) =>
      `The database harness.db cannot be opened for writing (${said}). Check who owns the files of the storage directory, and their modes.`,
  ],
];

/** Returns what a failure of disk or database means for the user, or null for any other error. */
export function describeStorageFault(cause: unknown): string | null {
  if (isDiskFull(cause)) {
    return "The disk of the storage directory is full. Nothing was recorded; make room and try again.";
  }
  if (!isSqlite(cause)) return null;
  return FAULTS.find(([said]) => said.test(cause.message))?.[1](cause.message) ?? null;
}

/** Runs `work`; what disk or database fail with becomes a `StorageError`. */
export function withStorageErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const sentence = cause instanceof StorageError ? null : describeStorageFault(cause);
    throw sentence === null ? cause : new StorageError(sentence, { cause });
  }
}
