import zones from "./zones.json" with { type: "json" };

/** The zones that the oracle knows, with `[seconds since 1970, offset in seconds]` of each change. */
export const ZONES = zones as unknown as Readonly<Record<string, readonly (readonly [number, number])[]>>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The offset of a zone from UTC at an instant, in milliseconds, by tables that are not the service's. */
export function offsetAt(zone: string, at: number): number {
  const seconds = Math.floor(at / 1000);
  return ZONES[zone]!.findLast(([from]) => from <= seconds)![1] * 1000;
}

/** Whether one value is in a field of numbers, such as `*`, `1,5-9` or `10-30/5`. */
function inField(field: string, value: number, first: number, last: number): boolean {
  return field.split(",").some((part) => {
    const [range, step = "1"] = part.split("/");
    const [from, to] = range === "*" || range === "?"
      ? [first, last]
      : range!.split("-").map(Number) as [number, number?];
    return value >= from && value <= (to ?? from) && (value - from) % Number(step) === 0;
  });
}

const daysIn = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** The working day next to a day of the month, within that month. */
function workingDay(date: Date, wanted: number): number | null {
  const last = daysIn(date);
  if (wanted > last) return null;
  const day = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), wanted)).getUTCDay();
  if (day === 6) return wanted === 1 ? 3 : wanted - 1;
  if (day === 0) return wanted === last ? wanted - 2 : wanted + 1;
  return wanted;
}

const inDays = (field: string, date: Date): boolean =>
  field.split(",").some((part) => {
    if (part === "L") return date.getUTCDate() === daysIn(date);
    if (/^\d+W$/.test(part)) return date.getUTCDate() === workingDay(date, parseInt(part));
    return inField(part, date.getUTCDate(), 1, 31);
  });

const inWeekdays = (field: string, date: Date): boolean =>
  field.split(",").some((part) => {
    const day = date.getUTCDate();
    const [weekday, nth] = part.split("#");
    if (nth !== undefined) {
      return Number(weekday) % 7 === date.getUTCDay() && Math.ceil(day / 7) === Number(nth);
    }
    if (/^\d+L$/.test(part)) return parseInt(part) % 7 === date.getUTCDay() && day + 7 > daysIn(date);
    return inField(part, date.getUTCDay(), 0, 7) || (date.getUTCDay() === 0 && inField(part, 7, 0, 7));
  });

/** Whether clocks that show `wall` (milliseconds as if it were UTC) match a pattern of five fields. */
function matches([minute, hour, day, month, weekday]: readonly string[], wall: number): boolean {
  const date = new Date(wall);
  if (!inField(minute!, date.getUTCMinutes(), 0, 59) || !inField(hour!, date.getUTCHours(), 0, 23)) {
    return false;
  }
  if (!inField(month!, date.getUTCMonth() + 1, 1, 12)) return false;
  const anyDay = day === "*" || day === "?";
  const anyWeekday = weekday === "*" || weekday === "?";
  if (anyDay && anyWeekday) return true;
  if (anyDay) return inWeekdays(weekday!, date);
  return inDays(day!, date) || (!anyWeekday && inWeekdays(weekday!, date));
}

/**
 * The moments of a pattern in a zone after `after` up to `upTo`, found by looking at every minute of UTC: with the hour `*`
 * those whose time matches; else those that match and do not come for the second time, and the first minute after a gap that
 * swallowed a match.
 */
export function momentsByMinute(pattern: string, zone: string, after: number, upTo: number): number[] {
  const fields = pattern.split(" ");
  const found: number[] = [];
  const first = Math.floor(after / MINUTE) * MINUTE + MINUTE;
  for (let at = first; at <= upTo; at += MINUTE) {
    const offset = offsetAt(zone, at);
    const before = offsetAt(zone, at - MINUTE);
    if (fields[1] === "*") {
      if (matches(fields, at + offset)) found.push(at);
      continue;
    }
    const skipped = Array.from(
      { length: Math.max(0, offset - before) / MINUTE },
      (_, i) => at + before + i * MINUTE,
    );
    const matched = matches(fields, at + offset) && !cameBefore(zone, at, offset);
    if (matched || skipped.some((wall) => matches(fields, wall))) found.push(at);
  }
  return found;
}

/** Whether the clocks showed the same time once before, within a day. */
function cameBefore(zone: string, at: number, offset: number): boolean {
  const [from, former] = changeBefore(zone, at);
  if (former === null || at - from > DAY || former <= offset) return false;
  return at + offset - former < from;
}

function changeBefore(zone: string, at: number): [number, number | null] {
  const changes = ZONES[zone]!;
  const index = changes.findLastIndex(([from]) => from <= at / 1000);
  return [changes[index]![0] * 1000, index === 0 ? null : changes[index - 1]![1] * 1000];
}
