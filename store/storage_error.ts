/** The storage directory cannot be used as it is. The message tells the user what is wrong and what to do next. */
export class StorageError extends Error {}

/** Primary result codes of SQLite. @see https://www.sqlite.org/rescode.html */
const [READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB] = [8, 10, 11, 13, 14, 26];

/** What the system says of a disk or a quota that is full. */
const NO_ROOM: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/** Returns true when an error, or what caused it, says that a disk is full: by SQLite's code or the system's. */
export function isDiskFull(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return primaryCode(cause) === FULL || "code" in cause && NO_ROOM.includes(cause.code) ||
    isDiskFull(cause.cause);
}

const RESTORE =
  "Restore a backup into a new directory: agent-harness backup restore <backup> --to <directory>.";

/** Returns true when SQLite found the content of the database damaged, rather than failed to reach it. */
export const isCorrupt = (cause: unknown): cause is Error =>
  [CORRUPT, NOTADB].includes(primaryCode(cause) ?? -1);

/** What SQLite itself says for a code: `DatabaseSync.exec` of Deno gives this text, and no code. */
const TEXTS: Readonly<Record<string, number>> = {
  "attempt to write a readonly database": READONLY,
  "disk I/O error": IOERR,
  "database disk image is malformed": CORRUPT,
  "database or disk is full": FULL,
  "unable to open database file": CANTOPEN,
  "file is not a database": NOTADB,
};

/** The extended code of an error of SQLite without its upper bits; null for any other error. */
function primaryCode(cause: unknown): number | null {
  if (!(cause instanceof Error)) return null;
  if ("errcode" in cause && typeof cause.errcode === "number") return cause.errcode & 0xff;
  return "code" in cause && cause.code === "ERR_SQLITE_ERROR" ? TEXTS[cause.message] ?? null : null;
}

/** What SQLite says, and what that means for the user. */
const FAULTS: readonly (readonly [readonly number[], (said: string) => string])[] = [
  [
    [CORRUPT, NOTADB],
    (said) => `The database harness.db is damaged (${said}). ${RESTORE}`,
  ],
  [
    [IOERR],
    (said) =>
      `The disk of the storage directory cannot be read or written (${said}). Nothing was recorded; check the disk and its free space.`,
  ],
  [
    [CANTOPEN, READONLY],
    (said) =>
      `The database harness.db cannot be opened for writing (${said}). Check who owns the files of the storage directory, and their modes.`,
  ],
];

/** Returns what a failure of disk or database means for the user, or null for any other error. */
export function describeStorageFault(cause: unknown): string | null {
  if (isDiskFull(cause)) {
    return "The disk of the storage directory is full. Nothing was recorded; make room and try again.";
  }
  const code = primaryCode(cause);
  if (code === null || !(cause instanceof Error)) return null;
  return FAULTS.find(([codes]) => codes.includes(code))?.[1](cause.message) ?? null;
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
