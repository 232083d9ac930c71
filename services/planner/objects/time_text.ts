import { placeInZone, wallInZone, wallOf, wallSeconds } from "../ics/wall.ts";
import type { Zones } from "../ics/zones.ts";
import { readLine, writeLine } from "./line.ts";

/** How an event writes its times: its other dates are written in the same way. */
export type Form =
  | { kind: "date" }
  | { kind: "utc" }
  | { kind: "floating" }
  | { kind: "zone"; tzid: string; zone: string };

/** A time of the wall in seconds, in the terms of a form. */
export type Wall = number;

/** The zone in which a form counts its wall; null where it depends on who looks. */
export const zoneOf = (form: Form): string | null =>
  form.kind === "zone" ? form.zone : form.kind === "utc" ? "UTC" : null;

/** How times are written that are dates, or are of a zone; null where they float. */
export const formAt = ({ allDay, zone }: { allDay: boolean; zone: string | null }): Form =>
  allDay
    ? { kind: "date" }
    : zone === null
    ? { kind: "floating" }
    : zone === "UTC"
    ? { kind: "utc" }
    : { kind: "zone", tzid: zone, zone };

/** How a line writes its time. Throws where its time zone is not known. */
export function formOf(text: string, zones: Zones): Form {
  const { parameters, value } = readLine(text);
  if (!value.includes("T")) return { kind: "date" };
  if (/Z$/i.test(value)) return { kind: "utc" };
  const tzid = parameters.get("TZID");
  if (tzid === undefined) return { kind: "floating" };
  const zone = zones.resolve(tzid);
  if (zone === null) throw new Error(`its time zone "${tzid.slice(0, 60)}" is not known`);
  return { kind: "zone", tzid, zone };
}

/** The times of a line in the terms of a form. Periods and dates of another kind are left out. */
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

/** The value of a time in a form. */
export function timeText(wall: Wall, form: Form): string {
  const text = wallOf(wall).replaceAll(/[-:]/g, "");
  return form.kind === "date" ? text.slice(0, 8) : form.kind === "utc" ? `${text}Z` : text;
}

/** A line with a time, or with several. */
export function timeLine(name: string, walls: Wall | readonly Wall[], form: Form): string {
  const parameters: [string, string][] = form.kind === "date"
    ? [["VALUE", "DATE"]]
    : form.kind === "zone"
    ? [["TZID", form.tzid]]
    : [];
  return writeLine(name, [walls].flat().map((wall) => timeText(wall, form)).join(","), parameters);
}

/** The key of the occurrence at a time, as the planner names it; and the other way round. */
export const keyOfWall = (wall: Wall, form: Form): string => {
  const zone = zoneOf(form);
  return form.kind === "date"
    ? timeText(wall, form)
    : timeText(zone === null ? wall : placeInZone(wall, zone).seconds, { kind: "utc" });
};

/** The time of an occurrence that a key names. */
export function wallOfKey(key: string, form: Form): Wall {
  const seconds = wallSeconds(key.replace(/Z$/, ""));
  const zone = zoneOf(form);
  return form.kind === "date" || zone === null ? seconds : wallInZone(seconds, zone);
}

/** A moment or a date of an input, in the terms of a form; `zone` is where a floating time is looked at. */
export function wallOfInput(text: string, form: Form, zone: string): Wall {
  if (text.length === 10) return wallSeconds(text);
  const seconds = Math.floor(Date.parse(text) / 1000);
  const wall = wallInZone(seconds, zoneOf(form) ?? zone);
  return form.kind === "date" ? wallSeconds(wallOf(wall).slice(0, 10)) : wall;
}

/** The moment of a time in seconds. */
export const momentOfWall = (wall: Wall, form: Form, zone: string): number =>
  placeInZone(wall, zoneOf(form) ?? zone).seconds;
