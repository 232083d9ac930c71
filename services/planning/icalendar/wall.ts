import type { ItemMoment } from "../../../store/planner/item.ts";
import { nameOfZone, offsetAt, type StatedZone, type Zone } from "./zone.ts";
import { mapTuple } from "../../../store/shared/tuples.ts";

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/;
const DATE_TIME = /^(\d{4})-?(\d{2})-?(\d{2})T(\d{2}):?(\d{2}):?(\d{2})$/;

const DAY = 86_400;

/** The moment of a local time, and whether the clock skips that time there. */
type ZonedMoment = { seconds: number; adjusted: boolean };

/** Reads `2026-01-05` or `2026-01-05T09:00:00`, with or without separators, as seconds since 1970, as if it were UTC. */
export function wallSeconds(local: string): number {
  const [, y, m, d, h = "0", min = "0", s = "0"] = DATE_TIME.exec(local) ?? DATE.exec(local) ?? [];
  if (y === undefined) throw new Error(`"${local.slice(0, 30)}" is not a date or a time`);
  const [year, month, day, hour, minute] = mapTuple([y, m, d, h, min], Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day); // Date.UTC reads the years 0 to 99 as 1900 to 1999
  if (month < 1 || month > 12 || date.getUTCDate() !== day || hour > 24 || minute > 59) {
    throw new Error(`"${local.slice(0, 30)}" is not a date or a time`);
  }
  return date.setUTCHours(hour, minute, Math.min(59, Number(s))) / 1000;
}

/** Returns the local time of a count of seconds, `2026-01-05T09:00:00`. */
export const wallOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/**
 * Returns the moment of a local time in a zone. A time that the clock skips uses the offset before the gap, so it is that much
 * later; a repeated time is the first one.
 */
export function placeInZone(wall: number, zone: Zone): ZonedMoment {
  if (zone === "UTC") return { seconds: wall, adjusted: false };
  if (typeof zone !== "string") return placeInStated(wall, zone);
  const local = Temporal.PlainDateTime.from(wallOf(wall));
  const placed = local.toZonedDateTime(zone, { disambiguation: "compatible" });
  return {
    seconds: placed.epochMilliseconds / 1000,
    adjusted: !placed.toPlainDateTime().equals(local),
  };
}

function placeInStated(wall: number, zone: StatedZone): ZonedMoment {
  const [before, after] = mapTuple([-DAY, DAY], (by) => offsetAt(zone, wall + by));
  const fitting = [before, after].find((offset) => offsetAt(zone, wall - offset) === offset);
  return { seconds: wall - (fitting ?? before), adjusted: fitting === undefined };
}

/** Returns the local time in a zone at a moment, as seconds. */
export function wallInZone(seconds: number, zone: Zone): number {
  if (zone === "UTC") return seconds;
  if (typeof zone !== "string") return seconds + offsetAt(zone, seconds);
  const wall = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone)
    .toPlainDateTime();
  return wallSeconds(wall.toString({ smallestUnit: "second" }));
}

/** Returns a local time as a moment. `zone` is null if it floats. */
export function momentOf(wall: number, { allDay, zone }: { allDay: boolean; zone: Zone | null }): ItemMoment {
  const at = allDay || zone === null ? null : new Date(placeInZone(wall, zone).seconds * 1000).toISOString();
  const local = allDay ? wallOf(wall).slice(0, 10) : wallOf(wall);
  return {
    at,
    local,
    timeZone: allDay || zone === null ? null : nameOfZone(zone),
    allDay,
    floating: !allDay && zone === null,
  };
}
