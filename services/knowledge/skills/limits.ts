/** The limits of one skill. */
export const SKILL_LIMITS = {
  files: 500,
  bytes: 10 * 1024 * 1024,
  skillFileBytes: 256 * 1024,
  depth: 6,
  /** What the file system needs for the names in one directory: of several thousand entries. */
  directoryBytes: 256 * 1024,
  /** How many times larger than its archive it may be. */
  archiveRatio: 100,
} as const;

/** The limits of what one listing reads of repositories. */
export const LISTING_LIMITS = {
  repositories: 100,
  skills: 200,
  /** Files and directories, also those of directories that are no skill. */
  entries: 5_000,
  bytes: 64 * 1024 * 1024,
  /** How many skills are read at the same time, for all requests. */
  atOnce: 4,
} as const;
