import { canonical } from "../icalendar/zones.ts";
import type { GoogleEvent, GooglePerson, GoogleTime } from "./google_wire.ts";

/**
 * Writes a series with its exceptions, or one event, in the calendar format of every other source. Null if nothing is left of
 * it.
 */
export function calendarText(events: readonly GoogleEvent[]): string | null {
  const [cancelled, kept] = [
    events.filter(({ status }) => status === "cancelled"),
    events.filter(({ status }) => status !== "cancelled"),
  ];
  if (kept.length === 0) return null;
  const without = cancelled.flatMap(({ originalStartTime }) => lineOf("EXDATE", originalStartTime));
  const components = kept.flatMap((event) => linesOf(event, event.recurringEventId ? [] : without));
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...components, "END:VCALENDAR", ""].join("\r\n");
}

function linesOf(event: GoogleEvent, without: readonly string[]): string[] {
  const { summary, description, location, recurringEventId, originalStartTime, updated } = event;
  const changed = updated !== undefined && instantOf(updated);
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(event.iCalUID ?? event.id)}`,
    ...lineOf("DTSTART", event.start),
    ...lineOf("DTEND", event.end),
    ...(recurringEventId ? lineOf("RECURRENCE-ID", originalStartTime) : []),
    ...(event.recurrence ?? []).filter((line) => /^(?:RRULE|EXRULE|RDATE|EXDATE)[;:][^\r\n]*$/.test(line)),
    ...without,
    ...(summary ? [`SUMMARY:${escaped(summary)}`] : []),
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    ...(event.status === "tentative" ? ["STATUS:TENTATIVE"] : []),
    ...(event.transparency === "transparent" ? ["TRANSP:TRANSPARENT"] : []),
    ...(event.eventType === "outOfOffice" ? ["X-MICROSOFT-CDO-BUSYSTATUS:OOF"] : []),
    ...(event.eventType === "focusTime" ? ["CATEGORIES:Focus"] : []),
    ...conferenceOf(event),
    ...(event.organizer ? [personLine("ORGANIZER", event.organizer)] : []),
    ...(event.attendees ?? []).map((one) => personLine("ATTENDEE", one)),
    ...(event.sequence === undefined ? [] : [`SEQUENCE:${event.sequence}`]),
    ...(changed ? [`LAST-MODIFIED:${utc(changed)}`] : []),
    "END:VEVENT",
  ];
}

/** Returns a date, a local time with its zone, or UTC if the zone is unknown or has that time twice. */
function lineOf(name: string, time: GoogleTime | undefined): string[] {
  const { date, dateTime, timeZone } = time ?? {};
  if (date !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(date)) {
    return [`${name};VALUE=DATE:${date.replaceAll("-", "")}`];
  }
  const instant = dateTime === undefined ? null : instantOf(dateTime);
  if (instant === null) return [];
  const zone = timeZone === undefined ? null : canonical(timeZone);
  if (zone === null || zone === "UTC") return [`${name}:${utc(instant)}`];
  const wall = instant.toZonedDateTimeISO(zone).toPlainDateTime();
  if (!wall.toZonedDateTime(zone).toInstant().equals(instant)) return [`${name}:${utc(instant)}`];
  return [`${name};TZID=${zone}:${basic(wall.toString({ smallestUnit: "second" }))}`];
}

function instantOf(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text);
  } catch {
    return null;
  }
}

const utc = (instant: Temporal.Instant): string => basic(instant.toString({ smallestUnit: "second" }));
const basic = (text: string): string => text.replaceAll(/[-:]/g, "");

function conferenceOf({ hangoutLink, conferenceData }: GoogleEvent): string[] {
  const link = hangoutLink ?? conferenceData?.entryPoints?.find(({ uri }) => uri?.startsWith("https:"))?.uri;
  return link === undefined ? [] : [`X-GOOGLE-CONFERENCE:${bare(link)}`];
}

const ANSWERS: Readonly<Record<string, string>> = {
  accepted: "ACCEPTED",
  declined: "DECLINED",
  tentative: "TENTATIVE",
};

function personLine(name: string, { email, displayName, responseStatus, optional }: GooglePerson): string {
  const common = displayName ? `;CN="${bare(displayName).replaceAll('"', "'")}"` : "";
  const role = optional ? ";ROLE=OPT-PARTICIPANT" : "";
  const answer = name === "ATTENDEE" ? `;PARTSTAT=${ANSWERS[responseStatus ?? ""] ?? "NEEDS-ACTION"}` : "";
  return `${name}${common}${role}${answer}:mailto:${bare(email ?? "").replaceAll(" ", "")}`;
}

// deno-lint-ignore no-control-regex -- a line must not end before its time
const bare = (text: string): string => text.replaceAll(/[\x00-\x1f\x7f\u2028\u2029]/g, " ");

const escaped = (text: string): string =>
  bare(text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r\n|\r|\n/g, "\\n"));
