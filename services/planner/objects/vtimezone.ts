import { wallOf } from "../ics/wall.ts";
import { type Component, componentOf } from "./object_text.ts";

/** For how many years a calendar says when clocks change, from its first event or from the present on. */
const YEARS = 15;

type Change = { wall: string; from: number; to: number };

/**
 * What a calendar says of a time zone, which it has to where an event names one (RFC 5545, 3.6.5): from its first event until long
 * after its last one that is new.
 */
export function timeZoneComponent(
  zone: string,
  startSeconds: number,
  newestSeconds = startSeconds,
): Component {
  const [first, last] = [startSeconds, newestSeconds].map((each) => new Date(each * 1000).getUTCFullYear());
  const yearOf = (year: number) =>
    Temporal.PlainDateTime.from({ year, month: 1, day: 1 }).toZonedDateTime(zone);
  const [begin, end] = [yearOf(first! - 1), yearOf(last! + YEARS)];
  const changes: Change[] = [];
  let at = begin;
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (next === null || Temporal.ZonedDateTime.compare(next, end) > 0) break;
    const from = next.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e9;
    // The wall as it was shown until then, in which such a change is written.
    changes.push({
      wall: compact(next.epochMilliseconds / 1000 + from),
      from,
      to: next.offsetNanoseconds / 1e9,
    });
    at = next;
  }
  const offset = begin.offsetNanoseconds / 1e9;
  const standard = Math.min(offset, ...changes.map(({ to }) => to));
  const all = [
    { wall: compact(begin.epochMilliseconds / 1000 + offset), from: offset, to: offset },
    ...changes,
  ];
  const component = componentOf("VTIMEZONE", [`TZID:${zone}`]);
  for (const group of Map.groupBy(all, ({ from, to }) => `${from} ${to}`).values()) {
    const [{ from, to, wall }, ...more] = group as [Change, ...Change[]];
    component.children.push(componentOf(to > standard ? "DAYLIGHT" : "STANDARD", [
      `DTSTART:${wall}`,
      ...more.map((each) => `RDATE:${each.wall}`),
      `TZOFFSETFROM:${offsetText(from)}`,
      `TZOFFSETTO:${offsetText(to)}`,
    ]));
  }
  return component;
}

const compact = (wall: number): string => wallOf(wall).replaceAll(/[-:]/g, "");

function offsetText(seconds: number): string {
  const minutes = Math.abs(Math.trunc(seconds / 60));
  const [h, m] = [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, "0"));
  return `${seconds < 0 ? "-" : "+"}${h}${m}`;
}
