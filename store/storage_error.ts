/** The storage directory cannot be used. The message says what is wrong and what to do next. */
export class StorageError extends Error {}

/** Stored content is missing, or does not match its hash. */
export class ArtifactDamagedError extends Error {}

/** Primary result codes of SQLite. @see https://www.sqlite.org/rescode.html */
const [READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB] = [8, 10, 11, 13, 14, 26];

/** What the system reports for a full disk or quota. */
const NO_ROOM: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/** Returns whether an error, or its cause, means that a disk is full: by SQLite's code or the system's. */
export function isDiskFull(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return primaryCode(cause) === FULL || "code" in cause && NO_ROOM.includes(cause.code) ||
    isDiskFull(cause.cause);
}

const RESTORE =
  "Restore a backup into a new directory: agent-harness backup restore <backup> --to <directory>.";

/** Returns whether SQLite found the database damaged, as opposed to unreachable. */
export const isCorrupt = (cause: unknown): cause is Error =>
  [CORRUPT, NOTADB].includes(primaryCode(cause) ?? -1);

/** SQLite's own messages by code: Deno's `DatabaseSync.exec` throws these without a code. */
const TEXTS: Readonly<Record<string, number>> = {
  "attempt to write a readonly database": READONLY,
  "disk I/O error": IOERR,
  "database disk image is malformed": CORRUPT,
  "database or disk is full": FULL,
  "unable to open database file": CANTOPEN,
  "file is not a database": NOTADB,
};

/** Returns the primary result code of a SQLite error, or null for other errors. */
function primaryCode(cause: unknown): number | null {
  if (!(cause instanceof Error)) return null;
  if ("errcode" in cause && typeof cause.errcode === "number") return cause.errcode & 0xff;
  return "code" in cause && cause.code === "ERR_SQLITE_ERROR" ? TEXTS[cause.message] ?? null : null;
}

/** What SQLite reports, and what that means for the user. */
const FAULTS: readonly (readonly [readonly number[], (message: string) => string])[] = [
  [
    [CORRUPT, NOTADB],
    (said) => `The database harness.db is damaged (${said}). ${RESTORE}`,
  ],
  [
    [IOERR],
    (said) =>
      `The disk of the storage directory cannot be read or written (${said}). Nothing was recorded. Check the disk and its free space.`,
  ],
  [
    [CANTOPEN, READONLY],
    (said) =>
      `The database harness.db cannot be opened for writing (${said}). Check the owner and the permissions of the files in the storage directory.`,
  ],
];

/** The system's codes, and what they mean for the user. The path that Deno appends to its words is left to the log. */
const SYSTEM_FAULTS: Readonly<Record<string, (said: string) => string>> = {
  EIO: (said) => `A file could not be read or written (${said}). Check the disk of the storage directory.`,
  EROFS: (said) =>
    `A file could not be written (${said}). Make the disk of the storage directory writable, and try again.`,
  EMFILE: (said) =>
    `A file could not be opened (${said}). Allow the service more open files with ulimit -n, and start it again.`,
  ENFILE: (said) => `A file could not be opened (${said}). Close other programs, and try again.`,
  ENOMEM: (said) =>
    `A file could not be used, as this machine lacks memory (${said}). Free some memory, and try again.`,
};

/** Returns whether the system or SQLite reported the error, in words that are not meant for users. */
export const isSystemFault = (cause: unknown): cause is Error =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" &&
  /^E[A-Z_]+$/.test(cause.code);

/** Returns what a failure of the disk or database means for the user, or null for other errors. */
export function describeStorageFault(cause: unknown): string | null {
  if (isDiskFull(cause)) {
    return "The disk of the storage directory is full. Nothing was recorded. Free some space and try again.";
  }
  if (!(cause instanceof Error)) return null;
  const ofSystem = "code" in cause ? SYSTEM_FAULTS[String(cause.code)] : undefined;
  if (ofSystem !== undefined) return ofSystem(cause.message.replace(/: \w+ '.*$/s, ""));
  const code = primaryCode(cause);
  if (code === null) return null;
  return FAULTS.find(([codes]) => codes.includes(code))?.[1](cause.message) ?? null;
}

/** Runs `work`. Failures of the disk or database become a `StorageError`. */
export function withStorageErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const sentence = cause instanceof StorageError ? null : describeStorageFault(cause);
    throw sentence === null ? cause : new StorageError(sentence, { cause });
  }
}
