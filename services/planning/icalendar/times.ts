import type { SeriesTime } from "./expand.ts";
import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";
import type { Properties, Property } from "./property.ts";
import { placeInZone, wallInZone, wallOf, wallSeconds } from "./wall.ts";
import type { Zone } from "./zone.ts";
import type { Zones } from "./zones.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** A date or time as a property states it. */
export type Time = SeriesTime & { zone: Zone | null; unknownZone: boolean };

/** Receives what was left out of an item, or read differently than stated. */
export type Notes = (reason: string) => void;

/** Reads one date, time or period of a property. An unknown zone leaves the time floating. Throws if it is none of these. */
export function readTime(value: string, { parameters }: Property, zones: Zones): Time {
  const text = value.split("/", 1)[0]!.toUpperCase();
  const wall = wallSeconds(text.replace(/Z$/, ""));
  const year = Number(wallOf(wall).slice(0, 4));
  if (!(year >= LIMITS.firstYear && year <= LIMITS.lastYear)) {
    throw new Error(
      `is in the year ${year}, and only ${LIMITS.firstYear} to ${LIMITS.lastYear} is supported`,
    );
  }
  if (!text.includes("T")) return { wall, allDay: true, zone: null, unknownZone: false };
  if (text.endsWith("Z")) return { wall, allDay: false, zone: "UTC", unknownZone: false };
  const { tzid } = parameters;
  const zone = tzid === undefined ? null : zones.resolve(tzid);
  return { wall, allDay: false, zone, unknownZone: tzid !== undefined && zone === null };
}

/** Reads the values of a property. One that cannot be read is left out and noted; dates and times count as they are written. */
export function timesOf(property: Property, zones: Zones, note: Notes): { time: Time; value: string }[] {
  const name = property.name.toUpperCase();
  return property.values.flatMap((value) => {
    try {
      const time = readTime(value, property, zones);
      const kind = property.parameters.value?.toUpperCase();
      if ((kind === "DATE" && !time.allDay) || (kind === "DATE-TIME" && time.allDay)) {
        note(`its ${name} says VALUE=${kind}, but "${value}" is ${time.allDay ? "a date" : "a time"}`);
      }
      return [{ time, value }];
    } catch (cause) {
      note(
        `its ${name} ${shown(value)} ${messageOf(cause).replace(/^".*?" /, "")}, so it was left out`,
      );
      return [];
    }
  });
}

const shown = (value: string): string => value === "" ? "without a value" : `"${value.slice(0, 30)}"`;

/** Returns the one date of a property, or null. One that cannot be read is left out and noted. */
export function timeOf(properties: Properties, name: string, zones: Zones, note: Notes): Time | null {
  const property = properties.get(name)?.[0];
  return property ? timesOf(property, zones, note)[0]?.time ?? null : null;
}

/** Returns the one date of a property without which an item means something else, or null. Throws if it cannot be read. */
export function requiredTimeOf(properties: Properties, name: string, zones: Zones, note: Notes): Time | null {
  const noted: string[] = [];
  const time = timeOf(properties, name, zones, (reason) => noted.push(reason));
  if (time === null && properties.has(name)) throw new Error(noted[0]!.replace(/, so it was left out$/, ""));
  for (const reason of noted) note(reason);
  return time;
}

const DAY = 86_400;
const dayOf = (wall: number): number => Math.floor(wall / DAY) * DAY;

/**
 * Returns a time that names an occurrence in the form of the start of its series. Programs mix the forms: for a series of dates a
 * time stands for its day, for a series of times a date stands for the time on that day.
 */
export function alignTo(start: Time, time: Time): Time {
  if (start.allDay) {
    if (time.allDay) return time;
    // A moment is the midnight of another place, which is at most half a day away.
    const wall = dayOf(time.zone === "UTC" ? time.wall + DAY / 2 : time.wall);
    return { ...start, wall };
  }
  if (time.allDay) return { ...start, wall: time.wall + start.wall - dayOf(start.wall) };
  if (time.zone === null || start.zone === null) return { ...start, wall: time.wall };
  if (time.zone === start.zone) return time;
  return { ...start, wall: wallInZone(placeInZone(time.wall, time.zone).seconds, start.zone) };
}

/** Returns the moment of a time in seconds; a time without a zone counts as UTC. */
export const secondsOf = ({ wall, allDay, zone }: Pick<Time, "wall" | "allDay" | "zone">): number =>
  allDay || zone === null ? wall : placeInZone(wall, zone).seconds;

const DURATION =
  /^([+-]?)P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/i;

/** Returns the seconds of a duration such as `PT1H30M`. Throws if it is not one. */
export function durationOf(text: string): number {
  const [, sign, ...parts] = DURATION.exec(text.trim()) ?? [];
  if (sign === undefined) throw new Error(`its duration "${text.slice(0, 30)}" cannot be read`);
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const total = weeks * 604_800 + days * 86_400 + hours * 3_600 + minutes * 60 + seconds;
  return sign === "-" ? -total : total;
}

/** Returns the seconds of a property that is a duration; one that is not is left out and noted. */
export function lengthIn(properties: Properties, name: string, note: Notes): number | null {
  const [text] = properties.get(name)?.[0]?.values ?? [];
  if (text === undefined) return null;
  try {
    return durationOf(text);
  } catch {
    note(`its ${name.toUpperCase()} ${shown(text)} is not a duration, so it was left out`);
    return null;
  }
}
