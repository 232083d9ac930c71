import type { Item, ItemMoment } from "../../../../store/planner/item.ts";
import { wallInZone, wallOf, wallSeconds } from "../../icalendar/wall.ts";
import { escapeText, writeLine } from "../../icalendar/line.ts";
import { type Component, componentOf } from "../../calendar_objects/object_text.ts";
import { endLines, type Form, timeLine, wallOfKey, zoneOf } from "../../icalendar/time_text.ts";

/** Returns an event as a component; `series` is the form of the series that it is an occurrence of. */
export function eventComponent(item: Item, form: Form, series: Form | null, stamp: string): Component {
  const start = item.start!;
  const at = (name: string, { local }: ItemMoment) => timeLine(name, wallSeconds(local), form);
  const named = (name: string, text: string) => text === "" ? [] : [`${name}:${escapeText(text)}`];
  return componentOf(
    "VEVENT",
    [
      ...named("UID", item.uid),
      `DTSTAMP:${stamp}`,
      at("DTSTART", start),
      ...endOf(item, form),
      ...(item.recurrenceId === null ? [] : [recurrenceLine(item.recurrenceId, series ?? form)]),
      ...(item.recurrence ?? []),
      ...named("SUMMARY", item.title),
      ...named("DESCRIPTION", item.content),
      ...named("LOCATION", item.location),
      ...named("URL", item.conferenceUrl ?? ""),
      ...(item.tags.length > 0 ? [`CATEGORIES:${item.tags.map(escapeText).join(",")}`] : []),
      `STATUS:${item.status === "active" ? "CONFIRMED" : item.status.toUpperCase()}`,
      `TRANSP:${item.transparency.toUpperCase()}`,
      ...named("X-MICROSOFT-CDO-BUSYSTATUS", item.busyStatus ?? ""),
      ...(item.priority > 0 ? [`PRIORITY:${item.priority}`] : []),
      `SEQUENCE:${item.sequence}`,
      ...(item.organizer?.email ? [personLine("ORGANIZER", item.organizer)] : []),
      ...item.attendees.filter(({ email }) => email !== "").map((one) =>
        personLine("ATTENDEE", one, [["ROLE", one.role], ["PARTSTAT", one.partstat]])
      ),
    ].map(oneLine),
  );
}

/** Returns the occurrences that a change of all later ones moved, each as a separate event. */
export function movedComponents(item: Item, form: Form, stamp: string): Component[] {
  const { recurrence: _, ...single } = item;
  return item.occurrences.flatMap(({ start, end, key }) => {
    if (key === undefined) return [];
    const moment = (seconds: number): ItemMoment => ({
      ...item.start!,
      at: item.start!.at && new Date(seconds * 1000).toISOString(),
      local: localAt(seconds, form),
    });
    const moved = { ...single, recurrenceId: key, start: moment(start), end: moment(end) };
    return [eventComponent(moved, form, form, stamp)];
  });
}

/** Returns the line of an event's end; none if it has no length. */
function endOf({ start, end }: Item, form: Form): string[] {
  if (!end || end.local === start!.local && end.at === start!.at) return [];
  if (end.at === null) return [timeLine("DTEND", wallSeconds(end.local), form)];
  const length = (Date.parse(end.at) - Date.parse(start!.at!)) / 1000;
  const { dtend, duration } = endLines(wallSeconds(start!.local), length, form);
  return [...dtend, ...duration];
}

const localAt = (seconds: number, form: Form): string =>
  wallOf(wallInZone(seconds, zoneOf(form) ?? "UTC")).slice(0, form.kind === "date" ? 10 : 19);

const recurrenceLine = (key: string, form: Form): string =>
  timeLine("RECURRENCE-ID", wallOfKey(key, form), form);

const personLine = (
  name: string,
  person: { name: string; email: string },
  parameters: readonly (readonly [string, string])[] = [],
): string =>
  writeLine(name, `mailto:${person.email.replaceAll(/\s/g, "")}`, [
    ...(person.name === "" ? [] : [["CN", person.name] as const]),
    ...parameters,
  ]);

/** Text from a source never begins a new line. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ");
