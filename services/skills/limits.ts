/** The limits of one skill. */
export const SKILL_LIMITS = {
  files: 500,
  bytes: 10 * 1024 * 1024,
  skillFileBytes: 256 * 1024,
  depth: 6,
  /** How many times larger than its archive it may be. */
  archiveRatio: 100,
} as const;
