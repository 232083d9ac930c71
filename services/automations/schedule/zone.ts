/** A span of time during which a zone's clocks differ from UTC by one offset. All of it is in milliseconds. */
export type Segment = { from: number; until: number; offset: number };

const DAY = 24 * 60 * 60 * 1000;

/** How many segments of one zone are remembered: two a year, for as far as a preview or a catch-up looks. */
const MAX_SEGMENTS = 64;

/** The offsets of an IANA zone from UTC, segment by segment. The wall clock is written as milliseconds as if it were UTC. */
export class Zone {
  #segments: Segment[] = [];

  private constructor(readonly name: string) {}

  static readonly #zones = new Map<string, Zone>();

  /** Returns the zone of a name. Throws `RangeError` where there is none; `isZone` tells. */
  static named(name: string): Zone {
    const known = Zone.#zones.get(name);
    if (known) return known;
    const zone = new Zone(name);
    zone.segmentAt(0);
    Zone.#zones.set(name, zone);
    return zone;
  }

  /** The segment that an instant is in. */
  segmentAt(at: number): Segment {
    const known = this.#segments.find(({ from, until }) => from <= at && at < until);
    if (known) return known;
    const moment = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(this.name);
    const until = moment.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity;
    // `previous` looks for one that is earlier than the moment, which may itself be a transition.
    const from = moment.add({ nanoseconds: 1 }).getTimeZoneTransition("previous")?.epochMilliseconds ??
      -Infinity;
    const segment = { from, until, offset: moment.offsetNanoseconds / 1e6 };
    this.#segments = [segment, ...this.#segments].slice(0, MAX_SEGMENTS);
    return segment;
  }

  /** What the clocks of the zone show at an instant. */
  wallOf(at: number): number {
    return at + this.segmentAt(at).offset;
  }

  /** The first instant at which the clocks show a time; the first one after the gap where they skip it. */
  instantOf(wall: number): number {
    let segment = this.segmentAt(wall - DAY);
    while (wall - segment.offset >= segment.until) segment = this.segmentAt(segment.until);
    return Math.max(wall - segment.offset, segment.from);
  }
}

/** Whether a name is that of an IANA zone, such as `Europe/Berlin` or `UTC`. An offset such as `+02:00` is none. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    Zone.named(name);
    return true;
  } catch {
    return false;
  }
}
