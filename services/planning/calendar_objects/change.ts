import { InvalidError } from "../../ground/kernel/errors.ts";
import { durationOf } from "../icalendar/times.ts";
import { wallOf } from "../icalendar/wall.ts";
import type { Zones } from "../icalendar/zones.ts";
import { escapeText, readLine, writeLine } from "../icalendar/line.ts";
import { type Component, linesNamed, setLines } from "./object_text.ts";
import { endLines, type Form, secondsIn, timeLine, type Wall, wallsOf } from "../icalendar/time_text.ts";
import { entriesOf } from "../../../store/shared/records.ts";

/** A person invited to an event. */
export type Person = { email: string; name?: string | undefined };

/** The new values of an event's fields; null clears. Times are set separately. */
export type Fields = {
  title?: string | undefined;
  content?: string | null | undefined;
  location?: string | null | undefined;
  transparency?: "opaque" | "transparent" | undefined;
  status?: "confirmed" | "tentative" | undefined;
  attendees?: readonly Person[] | null | undefined;
};

const TEXTS = { title: "SUMMARY", content: "DESCRIPTION", location: "LOCATION" } as const;
const WORDS = { transparency: "TRANSP", status: "STATUS" } as const;

/** Writes fields into an event, and into others that are `meant` too or had the same value as the event. */
export function setFields(
  event: Component,
  fields: Fields,
  followers: readonly Component[] = [],
  occurrence: Component | null = null,
): void {
  const written = new Map<string, string[]>();
  for (const [field, name] of entriesOf(TEXTS)) {
    const value = fields[field];
    if (value !== undefined) written.set(name, value ? [`${name}:${escapeText(value)}`] : []);
  }
  for (const [field, name] of entriesOf(WORDS)) {
    const value = fields[field];
    if (value !== undefined) written.set(name, [`${name}:${value.toUpperCase()}`]);
  }
  for (const [name, lines] of written) {
    const before = linesNamed(event, name).join("\n");
    const alike = followers.filter((each) =>
      each === occurrence || linesNamed(each, name).join("\n") === before
    );
    for (const one of [event, ...alike]) {
      setLines(one, name, lines);
    }
  }
  if (fields.attendees !== undefined) {
    for (const one of [event, ...followers]) setAttendees(one, fields.attendees ?? []);
  }
}

/** Returns the address on an attendee line. */
export const addressOf = (text: string): string =>
  readLine(text).value.replace(/^mailto:/i, "").trim().toLowerCase();

/** Attendees who stay keep their line with their response. */
function setAttendees(event: Component, people: readonly Person[]): void {
  const known = new Map(linesNamed(event, "ATTENDEE").map((text) => [addressOf(text), text]));
  setLines(
    event,
    "ATTENDEE",
    people.map(({ email, name }) =>
      known.get(email.toLowerCase()) ??
        writeLine("ATTENDEE", `mailto:${email}`, [
          ...(name ? [["CN", name] as const] : []),
          ["ROLE", "REQ-PARTICIPANT"],
          ["PARTSTAT", "NEEDS-ACTION"],
          ["RSVP", "TRUE"],
        ])
    ),
  );
}

/** Returns how long an event lasts, in seconds. */
export function lengthOf(event: Component, form: Form, zones: Zones): number {
  const [duration] = linesNamed(event, "DURATION");
  if (duration !== undefined) return durationOf(readLine(duration).value);
  const [start, end] = ["DTSTART", "DTEND"].map((name) => linesNamed(event, name)[0]);
  if (end === undefined) return form.kind === "date" ? 86_400 : 0;
  const [from, to] = [start!, end].map((text) => wallsOf(text, form, zones)[0]);
  if (from === undefined || to === undefined) throw new Error("its DTEND is not of the kind of its DTSTART");
  return secondsIn(to, form) - secondsIn(from, form);
}

/** Sets when an event begins and how long it lasts. */
export function setTimes(event: Component, start: Wall, length: number, form: Form, zones: Zones): void {
  const kept = linesNamed(event, "DURATION").length > 0 && length === lengthOf(event, form, zones);
  setLines(event, "DTSTART", [timeLine("DTSTART", start, form)]);
  if (kept) return;
  const hadEnd = linesNamed(event, "DTEND").length > 0;
  const needed = hadEnd || length !== (form.kind === "date" ? 86_400 : 0);
  const { dtend, duration } = needed ? endLines(start, length, form) : { dtend: [], duration: [] };
  setLines(event, "DURATION", duration);
  setLines(event, "DTEND", dtend);
}

/** Updates when an event was changed. A change of time, rule or place is one that people have to be notified of. */
export function touch(event: Component, now: Date, matters: boolean): void {
  const at = `${wallOf(Math.floor(now.getTime() / 1000)).replaceAll(/[-:]/g, "")}Z`;
  setLines(event, "DTSTAMP", [`DTSTAMP:${at}`]);
  setLines(event, "LAST-MODIFIED", [`LAST-MODIFIED:${at}`]);
  if (!matters) return;
  const sequence = Number(linesNamed(event, "SEQUENCE").map((text) => readLine(text).value)[0] ?? 0);
  setLines(event, "SEQUENCE", [`SEQUENCE:${(Number.isSafeInteger(sequence) ? sequence : 0) + 1}`]);
}

/** Refuses a change that the object does not allow. */
export const refuseChange = (sentence: string): never => {
  throw new InvalidError(sentence);
};
