import { placeInZone, wallInZone, wallOf, wallSeconds } from "./wall.ts";
import { nameOfZone, type Zone } from "./zone.ts";
import type { Zones } from "./zones.ts";
import { readLine, writeLine } from "./line.ts";

/** How an event writes its times, so that other dates are written the same way. */
export type Form =
  | { kind: "date" }
  | { kind: "utc" }
  | { kind: "floating" }
  | { kind: "zone"; tzid: string; zone: Zone };

/** A local time, in seconds. */
export type Wall = number;

/** Returns the zone of a form's local times; null if it depends on the viewer. */
export const zoneOf = (form: Form): Zone | null =>
  form.kind === "zone" ? form.zone : form.kind === "utc" ? "UTC" : null;

/** Returns how dates or times of a zone are written; null if they float. */
export const formAt = ({ allDay, zone }: { allDay: boolean; zone: Zone | null }): Form =>
  allDay
    ? { kind: "date" }
    : zone === null
    ? { kind: "floating" }
    : zone === "UTC"
    ? { kind: "utc" }
    : { kind: "zone", tzid: nameOfZone(zone), zone };

/** Returns how a line writes its time. Throws if its time zone is unknown. */
export function formOf(text: string, zones: Zones): Form {
  const { parameters, value } = readLine(text);
  if (!value.includes("T")) return { kind: "date" };
  if (/Z$/i.test(value)) return { kind: "utc" };
  const tzid = parameters.get("TZID");
  if (tzid === undefined) return { kind: "floating" };
  const zone = zones.resolve(tzid);
  if (zone === null) throw new Error(`its time zone "${tzid.slice(0, 60)}" is unknown`);
  return { kind: "zone", tzid, zone };
}

/** Returns the times of a line in a form. Periods and dates of another kind are left out. */
export function wallsOf(text: string, form: Form, zones: Zones): Wall[] {
  return readLine(text).value.split(",").flatMap((value) => {
    const own = formOf(`${text.slice(0, text.lastIndexOf(":") + 1)}${value}`, zones);
    const wall = wallSeconds(value.split("/", 1)[0]!.replace(/Z$/i, ""));
    if (own.kind === "date" || form.kind === "date") return own.kind === form.kind ? [wall] : [];
    const [from, to] = [zoneOf(own), zoneOf(form)];
    return from === null || to === null || from === to
      ? [wall]
      : [wallInZone(placeInZone(wall, from).seconds, to)];
  });
}

/** Returns the value of a time in a form. */
export function timeText(wall: Wall, form: Form): string {
  const text = wallOf(wall).replaceAll(/[-:]/g, "");
  return form.kind === "date" ? text.slice(0, 8) : form.kind === "utc" ? `${text}Z` : text;
}

/** Returns a line with one or more times. */
export function timeLine(name: string, walls: Wall | readonly Wall[], form: Form): string {
  const parameters: [string, string][] = form.kind === "date"
    ? [["VALUE", "DATE"]]
    : form.kind === "zone"
    ? [["TZID", form.tzid]]
    : [];
  return writeLine(name, [walls].flat().map((wall) => timeText(wall, form)).join(","), parameters);
}

/** Returns the moment of a local time in seconds; the same number for one that depends on the viewer. */
export function secondsIn(wall: Wall, form: Form): number {
  const zone = zoneOf(form);
  return zone === null ? wall : placeInZone(wall, zone).seconds;
}

/** Returns the local time of a moment in seconds, the reverse of `secondsIn`. */
export function wallIn(seconds: number, form: Form): Wall {
  const zone = zoneOf(form);
  return zone === null ? seconds : wallInZone(seconds, zone);
}

/** Whether a form cannot state a moment, because its local time there comes for the second time. */
export const isRepeated = (seconds: number, form: Form): boolean =>
  secondsIn(wallIn(seconds, form), form) !== seconds;

/** Returns the lines of an end. One that the form cannot state is written as a duration. */
export function endLines(start: Wall, length: number, form: Form): { dtend: string[]; duration: string[] } {
  const end = secondsIn(start, form) + length;
  return isRepeated(end, form)
    ? { dtend: [], duration: [`DURATION:PT${length}S`] }
    : { dtend: [timeLine("DTEND", wallIn(end, form), form)], duration: [] };
}

/** Returns the time of an occurrence from its key. */
export const wallOfKey = (key: string, form: Form): Wall => wallIn(wallSeconds(key.replace(/Z$/, "")), form);

/** Returns a moment or a date of an input in a form; `zone` is that of floating times. */
export function wallOfInput(text: string, form: Form, zone: string): Wall {
  if (text.length === 10) return wallSeconds(text);
  const seconds = Math.floor(Date.parse(text) / 1000);
  const wall = wallInZone(seconds, zoneOf(form) ?? zone);
  return form.kind === "date" ? wallSeconds(wallOf(wall).slice(0, 10)) : wall;
}

/** Returns the moment of a time in seconds. */
export const momentOfWall = (wall: Wall, form: Form, zone: Zone): number =>
  placeInZone(wall, zoneOf(form) ?? zone).seconds;
