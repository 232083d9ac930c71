/** A span of time with one offset from UTC. All times are in milliseconds. */
type OffsetSegment = { from: number; until: number; offset: number };

const DAY = 24 * 60 * 60 * 1000;

/** How many segments of one zone are cached: two a year, for as far as a preview or a catch-up reaches. */
const MAX_SEGMENTS = 64;

/** The offsets of an IANA zone from UTC, by segment. Wall-clock times are milliseconds as if they were UTC. */
export class ZoneOffsets {
  #segments: OffsetSegment[] = [];

  private constructor(readonly name: string) {}

  static readonly #zones = new Map<string, ZoneOffsets>();

  /** Returns the zone with a name. Throws `RangeError` if there is none; `isZone` tells. */
  static named(name: string): ZoneOffsets {
    const known = ZoneOffsets.#zones.get(name);
    if (known) return known;
    const zone = new ZoneOffsets(name);
    zone.segmentAt(0);
    ZoneOffsets.#zones.set(name, zone);
    return zone;
  }

  /** Returns the segment that contains an instant. */
  segmentAt(at: number): OffsetSegment {
    const known = this.#segments.find(({ from, until }) => from <= at && at < until);
    if (known) return known;
    const moment = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(this.name);
    const until = moment.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity;
    // `previous` finds an earlier transition than the moment, which may itself be one.
    const from = moment.add({ nanoseconds: 1 }).getTimeZoneTransition("previous")?.epochMilliseconds ??
      -Infinity;
    const segment = { from, until, offset: moment.offsetNanoseconds / 1e6 };
    this.#segments = [segment, ...this.#segments].slice(0, MAX_SEGMENTS);
    return segment;
  }

  /** Returns the wall-clock time at an instant. */
  wallOf(at: number): number {
    return at + this.segmentAt(at).offset;
  }

  /** Returns the first instant with a wall-clock time; the first one after the gap if clocks skip it. */
  instantOf(wall: number): number {
    let segment = this.segmentAt(wall - DAY);
    while (wall - segment.offset >= segment.until) segment = this.segmentAt(segment.until);
    return Math.max(wall - segment.offset, segment.from);
  }
}

/** Returns whether a name is an IANA zone, such as `Europe/Berlin` or `UTC`. An offset such as `+02:00` is not. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    ZoneOffsets.named(name);
    return true;
  } catch {
    return false;
  }
}
