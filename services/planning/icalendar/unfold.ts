import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";

/** Yields the unfolded lines of a text (RFC 5545, 3.1), each with the number of its first line. */
export function* unfold(text: string): Generator<{ line: string; number: number }> {
  let parts: string[] = [];
  let size = 0;
  let first = 1;
  let number = 0;
  for (const each of text.split(/\r\n|\n|\r/)) {
    number++;
    // Calendars that were joined have a byte order mark in the middle.
    const physical = each.replace(/^\ufeff+/, "");
    if (/^[ \t]/.test(physical) && parts.length > 0) {
      size += physical.length;
      if (size <= LIMITS.lineCharacters) parts.push(physical.slice(1));
      continue;
    }
    if (parts.length > 0) yield { line: parts.join(""), number: first };
    parts = physical === "" ? [] : [physical.slice(0, LIMITS.lineCharacters)];
    size = physical.length;
    first = number;
  }
  if (parts.length > 0) yield { line: parts.join(""), number: first };
}
