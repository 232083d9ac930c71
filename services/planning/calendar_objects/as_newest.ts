import { readLine } from "../icalendar/line.ts";
import { touch } from "./change.ts";
import { linesNamed, readObject, setLines, writeObject } from "./object_text.ts";
import { eventsOf, organizerOf } from "./people.ts";

/**
 * Returns an earlier text of an event that a person organizes as its newest version: calendars of its people ignore one whose SEQUENCE
 * is lower than that of which they were told.
 */
export function asNewest(
  text: string,
  { told, emails, now }: { told: string | null; emails: readonly string[]; now: Date },
): string {
  const object = readObject(text);
  if (!emails.includes(organizerOf(object) ?? "")) return text;
  const known = [object, ...told === null ? [] : [readObject(told)]].flatMap(eventsOf);
  const last = Math.max(0, ...known.flatMap((event) => linesNamed(event, "SEQUENCE")).map(numberIn));
  for (const event of eventsOf(object)) {
    setLines(event, "SEQUENCE", [`SEQUENCE:${last}`]);
    touch(event, now, true);
  }
  return writeObject(object);
}

function numberIn(line: string): number {
  const { value } = readLine(line);
  return /^\d{1,9}$/.test(value) ? Number(value) : 0;
}
