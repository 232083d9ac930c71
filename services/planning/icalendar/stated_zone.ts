import { expand } from "./expand.ts";
import { readLine } from "./line.ts";
import { wallSeconds } from "./wall.ts";
import type { StatedZone } from "./zone.ts";

const MAX_PARTS = 60;
const FROM = -2e10;
const TO = Date.UTC(2100, 0, 1) / 1000;

/** Returns the zone that a VTIMEZONE states by its own rules; null if it has none that can be read. */
export function statedZone(name: string, lines: readonly string[]): StatedZone | null {
  try {
    const changes = partsOf(lines).flatMap(changesOf).sort((a, b) => a.at - b.at);
    const [first] = changes;
    return first ? { name, lines, first: first.from, changes } : null;
  } catch {
    return null;
  }
}

/** Returns the properties of each STANDARD and DAYLIGHT. */
function partsOf(lines: readonly string[]): Map<string, string[]>[] {
  const parts: Map<string, string[]>[] = [];
  let open: Map<string, string[]> | null = null;
  for (const line of lines) {
    if (/^BEGIN:\s*(?:STANDARD|DAYLIGHT)\s*$/i.test(line)) parts.push(open = new Map());
    else if (/^END:/i.test(line)) open = null;
    else if (open) {
      const { name, value } = readLine(line);
      open.set(name, [...open.get(name) ?? [], value.trim().toUpperCase()]);
    }
  }
  return parts.slice(0, MAX_PARTS);
}

/** Returns each moment from which a part applies: its rules count in the offset before it. */
function changesOf(part: ReadonlyMap<string, string[]>): { at: number; from: number; offset: number }[] {
  const [from, offset] = ["TZOFFSETFROM", "TZOFFSETTO"].map((name) => offsetOf(part.get(name)?.[0] ?? ""));
  // Some programs begin every zone in the year 1: the changes until 1601 only take time.
  const local = (text: string) => ({
    wall: wallSeconds(text.replace(/Z$/, "").replace(/^(?:0\d|1[0-5])\d\d/, "1601")),
    allDay: false,
  });
  const { occurrences } = expand(
    {
      start: local(part.get("DTSTART")?.[0] ?? "").wall,
      duration: 0,
      allDay: false,
      zone: { name: "", lines: [], first: from!, changes: [] },
      rules: part.get("RRULE") ?? [],
      added: (part.get("RDATE") ?? []).flatMap((each) => each.split(",").map(local)),
    },
    FROM,
    TO,
  );
  return occurrences.map(({ start }) => ({ at: start, from: from!, offset: offset! }));
}

function offsetOf(text: string): number {
  const [, sign, ...parts] = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(text) ?? [];
  if (sign === undefined) throw new Error(`"${text.slice(0, 20)}" is not an offset`);
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((each) => Number(each ?? 0));
  const total = hours * 3_600 + minutes * 60 + seconds;
  if (total >= 86_400) throw new Error(`"${text}" is not an offset`);
  return sign === "-" ? -total : total;
}
