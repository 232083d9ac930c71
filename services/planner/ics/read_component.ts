import type { StatedItem } from "../../../store/planner/item.ts";
import { keyOf } from "./expand.ts";
import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";
import { cleaned, type Properties, textOf } from "./property.ts";
import { durationOf, secondsOf, type Time, timeOf, timesOf, toZone } from "./times.ts";
import { momentOf } from "./wall.ts";
import type { Zones } from "./zones.ts";
import { readStatedTask } from "./read_task.ts";

/** An item that was read, and what determines when it occurs. */
export type Read = {
  item: Omit<StatedItem, "rawSha256" | "occurrences" | "calendarId" | "sourceRef" | "etag">;
  start: Time | null;
  duration: number;
  rules: string[];
  added: { wall: number; allDay: boolean; duration?: number }[];
  excluded: { wall: number; allDay: boolean }[];
  /** For an override: its occurrence, and whether it applies to all later ones too. */
  override: { time: Time; thisAndFuture: boolean } | null;
};

const STATUSES: Readonly<Record<string, StatedItem["status"]>> = {
  CANCELLED: "cancelled",
  TENTATIVE: "tentative",
};
const LINK =
  /https:\/\/[^\s<>"']*(?:meet\.google\.com|zoom\.us|teams\.microsoft\.com|webex\.com|meet\.jit\.si|whereby\.com)[^\s<>"')]*/i;

/** Reads one event or task. Throws an error that says what is wrong with it. */
export function readComponent(name: "VEVENT" | "VTODO", properties: Properties, zones: Zones): Read {
  const flags: string[] = [];
  const start = timeOf(properties, "dtstart", zones);
  if (name === "VEVENT" && start === null) throw new Error("it has no DTSTART");
  if (start?.unknownZone) flags.push("unknown_time_zone");
  const duration = start === null ? 0 : lengthOf(properties, start, zones, flags);
  const recurrenceId = timeOf(properties, "recurrence-id", zones);
  const title = cleaned(textOf(properties, "summary"), LIMITS.titleCharacters);
  const content = cleaned(textOf(properties, "description"), LIMITS.contentCharacters);
  const location = cleaned(textOf(properties, "location"), LIMITS.titleCharacters);
  const url = cleaned(textOf(properties, "url"), 2_000);
  const dates = (of: string) => (properties.get(of) ?? []).slice(0, LIMITS.dates);
  const rules = (properties.get("rrule") ?? []).map(({ values }) => (values[0] ?? "").trim().toUpperCase());
  const statusText = (textOf(properties, "status") ?? "").toUpperCase();
  const sequence = Math.trunc(Number(textOf(properties, "sequence") ?? 0));
  return {
    start,
    duration,
    rules,
    added: dates("rdate").flatMap((each) => addedBy(each.values, timesOf(each, zones), start)),
    excluded: dates("exdate").flatMap((each) =>
      timesOf(each, zones).map((time) => toZone(time, start?.zone ?? null))
    ),
    override: recurrenceId && {
      time: recurrenceId,
      thisAndFuture: properties.get("recurrence-id")![0]!.parameters.range?.toUpperCase() === "THISANDFUTURE",
    },
    item: {
      itemType: name === "VEVENT" ? "event" : "task",
      status: STATUSES[statusText] ?? "active",
      uid: cleaned(textOf(properties, "uid"), 1_000),
      recurrenceId: recurrenceId && keyOf(secondsOf(recurrenceId), recurrenceId.allDay),
      sequence: Number.isSafeInteger(sequence) ? sequence : 0,
      title: title || "(no title)",
      content,
      start: start && momentOf(start.wall, start),
      end: start && endOf(start, duration),
      rrule: rules[0]?.slice(0, LIMITS.contentCharacters) ?? null,
      ...people(properties),
      location,
      conferenceUrl:
        LINK.exec([url, location, content, textOf(properties, "x-google-conference")].join(" "))?.[0] ?? null,
      transparency: (textOf(properties, "transp") ?? "").toUpperCase() === "TRANSPARENT"
        ? "transparent"
        : "opaque",
      busyStatus: cleaned(textOf(properties, "x-microsoft-cdo-busystatus"), 30).toUpperCase() || null,
      priority: Math.min(9, Math.max(0, Math.trunc(Number(textOf(properties, "priority") ?? 0)) || 0)),
      tags: (properties.get("categories") ?? []).flatMap(({ values }) => values).map((tag) =>
        cleaned(tag, 100)
      )
        .filter(Boolean).slice(0, LIMITS.tags),
      flags,
      modifiedAt: timeOf(properties, "last-modified", zones)?.wall
        ? new Date(secondsOf(timeOf(properties, "last-modified", zones)!) * 1000).toISOString()
        : null,
      task: name === "VTODO" ? readStatedTask(properties, zones, start) : null,
    },
  };
}

function addedBy(values: readonly string[], times: readonly Time[], start: Time | null): Read["added"] {
  return times.map((time, i) => {
    const [, end] = values[i]!.split("/");
    const given = toZone(time, start?.zone ?? null);
    if (end === undefined) return given;
    const duration = end.startsWith("P")
      ? durationOf(end)
      : secondsOf({ ...time, ...timeFrom(end, time) }) - secondsOf(time);
    return { ...given, duration: Math.max(0, duration) };
  });
}

const timeFrom = (text: string, like: Time): Pick<Time, "wall" | "zone"> =>
  timesOf({ name: "", parameters: {}, values: [text] }, { resolve: () => null })
    .map(({ wall, zone }) => ({ wall, zone: zone ?? like.zone }))[0]!;

/** DURATION, or DTEND, or a day for a date, or nothing. */
function lengthOf(properties: Properties, start: Time, zones: Zones, flags: string[]): number {
  const given = textOf(properties, "duration");
  const end = timeOf(properties, "dtend", zones);
  const length = end
    ? end.allDay === start.allDay
      ? secondsOf({ ...end, zone: end.zone ?? start.zone }) - secondsOf(start)
      : null
    : given === undefined
    ? null
    : durationOf(given);
  if (length !== null && length >= (start.allDay ? 1 : 0)) {
    return start.allDay ? Math.ceil(length / 86_400) * 86_400 : length;
  }
  if (end) flags.push("end_repaired");
  return start.allDay ? 86_400 : 0;
}

function endOf(start: Time, duration: number) {
  if (start.allDay || start.zone === null) return momentOf(start.wall + duration, start);
  const moment = momentOf(start.wall, start);
  const at = new Date(secondsOf(start) * 1000 + duration * 1000).toISOString();
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(start.zone).toPlainDateTime().toString({
    smallestUnit: "second",
  });
  return { ...moment, at, local };
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
