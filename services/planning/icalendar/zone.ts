/** The rules of a time zone that only a calendar states (RFC 5545, 3.6.5). */
export type StatedZone = {
  /** Its TZID. */
  name: string;
  /** The VTIMEZONE that states them. */
  lines: readonly string[];
  /** The offset in seconds before the first change. */
  first: number;
  /** From when each offset applies, in seconds since 1970, in order. */
  changes: readonly { at: number; offset: number }[];
};

/** A time zone: a built-in one by its name or offset, or a stated one. */
export type Zone = string | StatedZone;

/** Returns the name of a zone. */
export const nameOfZone = (zone: Zone): string => typeof zone === "string" ? zone : zone.name;

/** Returns the offset of a stated zone at a moment, in seconds. */
export function offsetAt({ first, changes }: StatedZone, seconds: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes[middle]!.at <= seconds) low = middle + 1;
    else high = middle;
  }
  return changes[low - 1]?.offset ?? first;
}
