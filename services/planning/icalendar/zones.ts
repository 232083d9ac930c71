// Its main file reads an environment variable, which a parser may not see.
// @ts-types="windows-iana"
import { findIana } from "windows-iana/dist/windows-iana.cjs.production.min.js";
import { statedZone } from "./stated_zone.ts";
import type { Zone } from "./zone.ts";

/** Information about time zones in a calendar. */
export type Zones = {
  /** Returns the zone of a TZID; null if none matches. */
  resolve: (tzid: string) => Zone | null;
};

/**
 * Resolves the zones that a calendar names: by name, by a known place in the name, by the Windows name, by the single offset
 * of its VTIMEZONE, or by the VTIMEZONE's own rules.
 */
export function zonesOf(timeZones: ReadonlyMap<string, readonly string[]>): Zones {
  const known = new Map<string, Zone | null>();
  const resolve = (tzid: string): Zone | null => {
    if (!known.has(tzid)) known.set(tzid, find(tzid, timeZones.get(tzid) ?? []));
    return known.get(tzid)!;
  };
  return { resolve };
}

function find(tzid: string, lines: readonly string[]): Zone | null {
  const location = valueOf(lines, "X-LIC-LOCATION");
  const path = /([A-Za-z_]+\/[A-Za-z_+-]+(?:\/[A-Za-z_+-]+)?)$/.exec(tzid)?.[1];
  for (const name of [tzid, location, path]) {
    const zone = name && canonical(name);
    if (zone) return zone;
  }
  for (const name of [tzid, tzid.replace(/^"|"$/g, ""), valueOf(lines, "X-MICROSOFT-CDO-TZID")]) {
    const zone = name && findIana(name)[0];
    if (zone && canonical(zone)) return zone;
  }
  return offsetOf(lines) ?? statedZone(tzid, lines);
}

const valueOf = (lines: readonly string[], name: string): string | undefined =>
  lines.find((line) => line.toUpperCase().startsWith(`${name}:`))?.slice(name.length + 1).trim();

/** Returns the zone with that name, or null. `UTC` and its aliases are `UTC`. */
export function canonical(name: string): string | null {
  if (/^(?:utc|gmt|z|etc\/(?:utc|gmt))$/i.test(name)) return "UTC";
  if (!/^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)*$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Returns the offset of a zone that has only one. */
function offsetOf(lines: readonly string[]): string | null {
  const offsets = new Set(
    lines.filter((line) => /^TZOFFSETTO:/i.test(line)).map((line) => line.slice("TZOFFSETTO:".length).trim()),
  );
  if (offsets.size !== 1) return null;
  const [, sign, hours, minutes] = /^([+-])(\d{2})(\d{2})/.exec([...offsets][0]!) ?? [];
  return sign === undefined ? null : `${sign}${hours}:${minutes}`;
}
