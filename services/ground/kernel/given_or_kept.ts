/** Returns what an update says of a field: absent keeps what it was, and null clears it. */
export const givenOrKept = <Value>(
  given: Value | null | undefined,
  before: Value | null | undefined,
): Value | null => given === undefined ? before ?? null : given;
