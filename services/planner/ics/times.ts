import type { Given } from "./expand.ts";
import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";
import type { Properties, Property } from "./property.ts";
import { placeInZone, wallInZone, wallOf, wallSeconds } from "./wall.ts";
import type { Zones } from "./zones.ts";

/** A date or time as a property states it. */
export type Time = Given & { zone: string | null; unknownZone: boolean };

/** Reads all dates of a property. An unknown zone leaves the time floating. */
export function timesOf({ parameters, values }: Property, zones: Zones): Time[] {
  return values.map((value) => {
    const text = value.split("/", 1)[0]!;
    const wall = wallSeconds(text.replace(/Z$/, ""));
    const year = Number(wallOf(wall).slice(0, 4));
    if (!(year >= LIMITS.firstYear && year <= LIMITS.lastYear)) {
      throw new Error(
        `it has a date in the year ${year}, and only ${LIMITS.firstYear} to ${LIMITS.lastYear} is supported`,
      );
    }
    if (!text.includes("T")) return { wall, allDay: true, zone: null, unknownZone: false };
    if (text.endsWith("Z")) return { wall, allDay: false, zone: "UTC", unknownZone: false };
    const { tzid } = parameters;
    const zone = tzid === undefined ? null : zones.resolve(tzid);
    return { wall, allDay: false, zone, unknownZone: tzid !== undefined && zone === null };
  });
}

/** Returns the one date of a property, or null. */
export function timeOf(properties: Properties, name: string, zones: Zones): Time | null {
  const property = properties.get(name)?.[0];
  return property ? timesOf(property, zones)[0] ?? null : null;
}

/** Returns the same moment as local time in another zone. */
export function toZone(time: Time, zone: string | null): Given {
  if (time.allDay || time.zone === null || zone === null || time.zone === zone) return time;
  return { wall: wallInZone(placeInZone(time.wall, time.zone).seconds, zone), allDay: false };
}

/** Returns the moment of a time in seconds; a time without a zone counts as UTC. */
export const secondsOf = ({ wall, allDay, zone }: Time): number =>
  allDay || zone === null ? wall : placeInZone(wall, zone).seconds;

const DURATION =
  /^([+-]?)P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/i;

/** Returns the seconds of a duration such as `PT1H30M`. Throws if it is not one. */
export function durationOf(text: string): number {
  const [, sign, ...parts] = DURATION.exec(text) ?? [];
  if (sign === undefined) throw new Error(`its duration "${text.slice(0, 30)}" cannot be read`);
  const [weeks, days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0)) as number[];
  const total = weeks! * 604_800 + days! * 86_400 + hours! * 3_600 + minutes! * 60 + seconds!;
  return sign === "-" ? -total : total;
}
