import { wallOf } from "../icalendar/wall.ts";
import type { Zone } from "../icalendar/zone.ts";
import { fold } from "../icalendar/line.ts";
import { type Component, componentOf, isComponent, readObject } from "./object_text.ts";

/** For how many years the clock changes are listed, from the calendar's first event or the present on. */
const YEARS = 15;

type Change = { wall: string; from: number; to: number };

/**
 * Returns the description of a time zone, which a calendar needs if an event names one (RFC 5545, 3.6.5): from its first event
 * until long after its last new one. Rules that a calendar stated stay as they are.
 */
export function timeZoneComponent(
  zone: Zone,
  startSeconds: number,
  newestSeconds = startSeconds,
): Component {
  if (typeof zone !== "string") return statedComponent(zone.lines);
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
    // A change is written in the local time before it.
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
    const [first, ...more] = group;
    if (!first) continue;
    const { from, to, wall } = first;
    component.children.push(componentOf(to > standard ? "DAYLIGHT" : "STANDARD", [
      `DTSTART:${wall}`,
      ...more.map((each) => `RDATE:${each.wall}`),
      `TZOFFSETFROM:${offsetText(from)}`,
      `TZOFFSETTO:${offsetText(to)}`,
    ]));
  }
  return component;
}

/** Rules that a calendar stated are written as they were. */
function statedComponent(lines: readonly string[]): Component {
  const around = ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"];
  return readObject(around.map((line) => fold(line)).join("")).children.find(isComponent)!;
}

const compact = (wall: number): string => wallOf(wall).replaceAll(/[-:]/g, "");

function offsetText(seconds: number): string {
  const minutes = Math.abs(Math.trunc(seconds / 60));
  const [h, m] = [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, "0"));
  return `${seconds < 0 ? "-" : "+"}${h}${m}`;
}
