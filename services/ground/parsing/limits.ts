/** The limits of parsing. */
export type ParseLimits = {
  /** From when the parser has its input, in CPU time if the system reports it. */
  deadlineMilliseconds: number;
  /** Of its answer, as JSON. */
  outputBytes: number;
  /** Of everything that it writes as pieces. */
  pieceBytes: number;
  /** Of its process; enforced everywhere for what V8 allocates, and on Linux for everything. */
  memoryBytes: number;
};

/** The defaults. */
export const DEFAULT_LIMITS: Readonly<ParseLimits> = {
  deadlineMilliseconds: 2_000,
  outputBytes: 4 * 1024 * 1024,
  pieceBytes: 0,
  memoryBytes: 512 * 1024 * 1024,
};
