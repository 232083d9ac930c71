import { Cron } from "croner";
import { ZoneOffsets } from "./zone.ts";

/** A parsed pattern: its times on a clock without zones, and whether it follows elapsed time. */
type Pattern = { next: (wall: number) => number | null; everyHour: boolean };

const NAMED: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};

const MAX_PATTERNS = 2_000;
const patterns = new Map<string, Pattern>();

/** Returns the five fields of a pattern, with names such as `@daily` expanded. */
export const cronFieldsOf = (pattern: string): string[] =>
  (NAMED[pattern.trim().toLowerCase()] ?? pattern).trim().split(/\s+/);

/** Returns what is wrong with a pattern, or null. */
export function objectionToCron(pattern: string): string | null {
  const fields = cronFieldsOf(pattern);
  if (fields.length !== 5) {
    return `a pattern has 5 fields (minute, hour, day of month, month, day of week) or is one of ${
      Object.keys(NAMED).join(", ")
    }; this one has ${fields.length}`;
  }
  try {
    return read(pattern).next(0) === null ? "no date ever matches this pattern" : null;
  } catch (cause) {
    return cause instanceof Error ? cause.message.replace(/^CronPattern: /, "") : String(cause);
  }
}

/**
 * Returns the first moment after `after` that matches a pattern in a zone, in milliseconds, or null. With the hour `*`
 * it follows elapsed time and fires in both passes of a repeated hour. Other patterns fire once for each matching time
 * of a day: after the gap if clocks skip that time, in the first pass if they repeat it.
 */
export function nextCron(pattern: string, zoneName: string, after: number): number | null {
  const { next, everyHour } = read(pattern);
  const zone = ZoneOffsets.named(zoneName);
  return everyHour ? nextByElapsedTime(next, zone, after) : nextByWallClock(next, zone, after);
}

function nextByElapsedTime(next: Pattern["next"], zone: ZoneOffsets, after: number): number | null {
  let segment = zone.segmentAt(after);
  for (let from = after;; from = segment.from - 1) {
    const wall = next(from + segment.offset);
    if (wall === null) return null;
    if (wall - segment.offset < segment.until) return wall - segment.offset;
    segment = zone.segmentAt(segment.until);
  }
}

function nextByWallClock(next: Pattern["next"], zone: ZoneOffsets, after: number): number | null {
  let wall: number | null = zone.wallOf(after) - 1;
  while ((wall = next(wall)) !== null) {
    const at = zone.instantOf(wall);
    // In the second pass of an hour its times have already fired.
    if (at > after) return at;
  }
  return null;
}

function read(pattern: string): Pattern {
  const known = patterns.get(pattern);
  if (known) return known;
  const fields = cronFieldsOf(pattern);
  // In plain UTC: the zone is not the library's business, whose own handling of it follows another rule.
  const cron = new Cron(fields.join(" "), { utcOffset: 0, mode: "5-part" });
  const made = {
    next: (wall: number) => cron.nextRun(new Date(wall))?.getTime() ?? null,
    everyHour: fields[1] === "*",
  };
  if (patterns.size >= MAX_PATTERNS) patterns.clear();
  patterns.set(pattern, made);
  return made;
}
