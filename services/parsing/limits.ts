/** How much parsing may take. */
export type ParseLimits = {
  /** From when the parser has its input, in time of the processor where the system tells of it. */
  deadlineMilliseconds: number;
  /** Of what it answers with, as JSON. */
  outputBytes: number;
  /** Of all that it writes as pieces. */
  pieceBytes: number;
  /** Of all of its process; held everywhere for what V8 allocates, and on Linux for everything. */
  memoryBytes: number;
};

/** What holds where a caller says nothing else. */
export const DEFAULT_LIMITS: Readonly<ParseLimits> = {
  deadlineMilliseconds: 2_000,
  outputBytes: 4 * 1024 * 1024,
  pieceBytes: 0,
  memoryBytes: 512 * 1024 * 1024,
};
