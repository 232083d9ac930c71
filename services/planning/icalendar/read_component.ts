import type { StatedItem } from "../../../store/planner/item.ts";
import { keyOf } from "./expand.ts";
import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";
import { cleaned, type Properties, propertyTextOf } from "./property.ts";
import { readRecurrence, type Recurrence } from "./recurrence.ts";
import { lengthIn, type Notes, requiredTimeOf, secondsOf, type Time, timeOf } from "./times.ts";
import { momentOf, wallInZone } from "./wall.ts";
import type { Zones } from "./zones.ts";
import { readStatedTask } from "./read_task.ts";

/** An item that was read, and what determines when it occurs. */
export type Read = Recurrence & {
  item: Omit<StatedItem, "rawSha256" | "occurrences" | "calendarId" | "sourceRef" | "etag">;
  start: Time | null;
  duration: number;
  /** For an override: its occurrence, and whether it applies to all later ones too. */
  override: { time: Time; thisAndFuture: boolean } | null;
};

/** The components that become items. */
export type ItemComponent = "VEVENT" | "VTODO" | "VJOURNAL";

const TYPES = { VEVENT: "event", VTODO: "task", VJOURNAL: "note" } as const;
const STATUSES: Readonly<Record<string, StatedItem["status"]>> = {
  CANCELLED: "cancelled",
  TENTATIVE: "tentative",
};
/** More lines than a zone with a change of clocks in every year needs. */
const MAX_ZONE_LINES = 500;
const LINK =
  /https:\/\/[^\s<>"']*(?:meet\.google\.com|zoom\.us|teams\.microsoft\.com|webex\.com|meet\.jit\.si|whereby\.com)[^\s<>"')]*/i;

/**
 * Reads one event, task or note. A property that cannot be read is left out and noted. Throws an error that says what is wrong if the
 * item means nothing without it.
 */
export function readComponent(
  name: ItemComponent,
  properties: Properties,
  zones: Zones,
  note: Notes,
): Read {
  const flags: string[] = [];
  const startOf = name === "VEVENT" ? requiredTimeOf : timeOf;
  const start = startOf(properties, "dtstart", zones, note);
  if (name === "VEVENT" && start === null) throw new Error("it has no DTSTART");
  if (start?.unknownZone) flags.push("unknown_time_zone");
  const stated = start !== null && start.zone !== null && typeof start.zone !== "string" ? start.zone : null;
  if (stated) flags.push("stated_time_zone");
  const duration = start === null ? 0 : lengthOf(properties, start, { zones, flags, note });
  const recurrenceId = requiredTimeOf(properties, "recurrence-id", zones, note);
  const title = cleaned(propertyTextOf(properties, "summary"), LIMITS.titleCharacters);
  const content = cleaned(propertyTextOf(properties, "description"), LIMITS.contentCharacters);
  const location = cleaned(propertyTextOf(properties, "location"), LIMITS.titleCharacters);
  const url = cleaned(propertyTextOf(properties, "url"), 2_000);
  const statusText = (propertyTextOf(properties, "status") ?? "").toUpperCase();
  const modified = timeOf(properties, "last-modified", zones, note);
  const sequence = Math.trunc(Number(propertyTextOf(properties, "sequence") ?? 0));
  return {
    start,
    duration,
    ...readRecurrence(properties, start, zones, note),
    override: recurrenceId && {
      time: recurrenceId,
      thisAndFuture: properties.get("recurrence-id")![0]!.parameters.range?.toUpperCase() === "THISANDFUTURE",
    },
    item: {
      itemType: TYPES[name],
      status: STATUSES[statusText] ?? "active",
      uid: cleaned(propertyTextOf(properties, "uid"), 1_000),
      recurrenceId: recurrenceId && keyOf(secondsOf(recurrenceId), recurrenceId.allDay),
      sequence: Number.isSafeInteger(sequence) ? sequence : 0,
      title: title || "(no title)",
      content,
      start: start && momentOf(start.wall, start),
      // A note may have a date, but takes no time.
      end: start && name !== "VJOURNAL" ? endOf(start, duration) : null,
      rrule: propertyTextOf(properties, "rrule")?.slice(0, LIMITS.contentCharacters) || null,
      ...(stated && { timeZoneRules: stated.lines.slice(0, MAX_ZONE_LINES) }),
      ...people(properties),
      location,
      conferenceUrl:
        LINK.exec([url, location, content, propertyTextOf(properties, "x-google-conference")].join(" "))
          ?.[0] ?? null,
      transparency: (propertyTextOf(properties, "transp") ?? "").toUpperCase() === "TRANSPARENT"
        ? "transparent"
        : "opaque",
      busyStatus: cleaned(propertyTextOf(properties, "x-microsoft-cdo-busystatus"), 30).toUpperCase() || null,
      priority: Math.min(
        9,
        Math.max(0, Math.trunc(Number(propertyTextOf(properties, "priority") ?? 0)) || 0),
      ),
      tags: (properties.get("categories") ?? []).flatMap(({ values }) => values).map((tag) =>
        cleaned(tag, 100)
      )
        .filter(Boolean).slice(0, LIMITS.tags),
      flags,
      modifiedAt: modified && new Date(secondsOf(modified) * 1000).toISOString(),
      task: name === "VTODO" ? readStatedTask(properties, zones, { start, note }) : null,
    },
  };
}

type Around = { zones: Zones; flags: string[]; note: Notes };

/** DTEND, or DURATION, or a day for a date, or nothing. */
function lengthOf(properties: Properties, start: Time, { zones, flags, note }: Around): number {
  const end = timeOf(properties, "dtend", zones, note);
  const length = end === null
    ? lengthIn(properties, "duration", note)
    : end.allDay === start.allDay
    ? secondsOf({ ...end, zone: end.zone ?? start.zone }) - secondsOf(start)
    : null;
  if (length !== null && length >= (start.allDay ? 1 : 0)) {
    return start.allDay ? Math.ceil(length / 86_400) * 86_400 : length;
  }
  if (end) flags.push("end_repaired");
  return start.allDay ? 86_400 : 0;
}

function endOf(start: Time, duration: number) {
  if (start.allDay || start.zone === null) return momentOf(start.wall + duration, start);
  const end = secondsOf(start) + duration;
  const moment = momentOf(wallInZone(end, start.zone), start);
  // The same local time may come twice.
  return { ...moment, at: new Date(end * 1000).toISOString() };
}

function people(properties: Properties) {
  const personOf = (property: { parameters: Readonly<Record<string, string>>; values: string[] }) => ({
    name: cleaned(property.parameters.cn, 200),
    email: cleaned(property.values[0]?.replace(/^mailto:/i, ""), 320).toLowerCase(),
  });
  const [organizer] = properties.get("organizer") ?? [];
  return {
    organizer: organizer ? personOf(organizer) : null,
    attendees: (properties.get("attendee") ?? []).slice(0, LIMITS.attendees).map((each) => ({
      ...personOf(each),
      role: cleaned(each.parameters.role ?? "REQ-PARTICIPANT", 40).toUpperCase(),
      partstat: cleaned(each.parameters.partstat ?? "NEEDS-ACTION", 40).toUpperCase(),
    })),
  };
}
