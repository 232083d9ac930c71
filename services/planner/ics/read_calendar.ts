import { createHash } from "node:crypto";
import type { StatedItem } from "../../../store/planner/item.ts";
import { type RawComponent, scanComponents } from "./components.ts";
import { expand, type Shift } from "./expand.ts";
import type { Parsed, ParserInput } from "./input.ts";
import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";
import { parseProperties } from "./property.ts";
import { isSeries, recurrenceLines } from "./recurrence_lines.ts";
import { type Read, readComponent } from "./read_component.ts";
import { secondsOf } from "./times.ts";
import { zonesOf } from "./zones.ts";

type Text = ParserInput["texts"][number];
type Entry = { read: Read; item: StatedItem };

/** Reads the events and tasks of calendars and computes their occurrences. An unreadable item does not affect the others. */
export function readCalendars({ texts, from, to }: ParserInput): Parsed {
  const parsed: Parsed = { items: [], errors: [], invalid: 0, unreadUids: [], broken: [] };
  const fail = (ref: string, reason: string) => {
    parsed.invalid++;
    if (parsed.errors.length < LIMITS.errors) parsed.errors.push({ ref, reason: `${sentence(reason)}.` });
  };
  const entries = new Map<string, Entry>();
  for (const text of texts) {
    const { components, errors, whole } = scanComponents(text.text);
    if (!whole) parsed.broken.push(text.ref);
    for (const { ref, reason } of errors) fail(`${text.ref} ${ref}`, reason);
    const zones = zonesOf(
      new Map(
        components.filter(({ name }) => name === "VTIMEZONE").map((zone) => [tzidOf(zone), zone.lines]),
      ),
    );
    for (const component of components) {
      if (component.name === "VTIMEZONE") continue;
      const ref = `${text.ref} ${component.ref}`;
      try {
        keep(entries, entryOf(component, text, zones), fail);
      } catch (cause) {
        fail(ref, (cause as Error).message);
        parsed.unreadUids.push(uidOf(component));
      }
    }
  }
  const deadline = performance.now() + LIMITS.expandMilliseconds;
  for (
    const group of Map.groupBy(entries.values(), ({ item }) => `${item.calendarId}\0${item.uid}`).values()
  ) {
    for (const entry of group) occur(entry, group, { from, to, late: performance.now() > deadline, fail });
  }
  parsed.items = [...entries.values()].map(({ item }) => item);
  return parsed;
}

const tzidOf = ({ lines }: RawComponent): string =>
  lines.find((line) => /^TZID[:;]/i.test(line))?.replace(/^TZID(?:;[^:]*)?:/i, "").trim() ?? "";

const uidOf = ({ lines }: RawComponent): string =>
  lines.find((line) => /^UID[:;]/i.test(line))?.replace(/^UID(?:;[^:]*)?:/i, "").trim().slice(0, 1_000) ?? "";

const sentence = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1, 300);

function entryOf(component: RawComponent, text: Text, zones: ReturnType<typeof zonesOf>): Entry {
  const read = readComponent(component.name as "VEVENT" | "VTODO", parseProperties(component.lines), zones);
  const rawSha256 = sha256(component.lines.join("\n"));
  const item: StatedItem = {
    ...read.item,
    calendarId: text.calendarId,
    sourceRef: text.ref,
    etag: text.etag,
    rawSha256,
    occurrences: [],
    ...(read.item.itemType === "event" && isSeries(read) && { recurrence: recurrenceLines(read) }),
  };
  if (item.uid === "") {
    item.uid = sha256(JSON.stringify([item.start?.local, item.title, item.organizer?.email])).slice(0, 40);
    item.flags.push("uid_made");
  }
  return { read, item };
}

/** Keeps one item per UID and RECURRENCE-ID: the one with the higher SEQUENCE, then the later one. */
function keep(entries: Map<string, Entry>, entry: Entry, fail: (ref: string, reason: string) => void): void {
  const { calendarId, uid, recurrenceId, sequence, modifiedAt, sourceRef } = entry.item;
  const key = JSON.stringify([calendarId, uid, recurrenceId]);
  const known = entries.get(key);
  if (known) {
    fail(
      `${known.item.sourceRef}, ${sourceRef}`,
      `Two entries have the UID ${uid.slice(0, 100)}, and the newer one counts`,
    );
    const older = known.item.sequence > sequence ||
      (known.item.sequence === sequence && (known.item.modifiedAt ?? "") > (modifiedAt ?? ""));
    if (older) return;
  }
  entries.set(key, entry);
}

type Occurring = { from: number; to: number; late: boolean; fail: (ref: string, reason: string) => void };

/** Returns the occurrences of an item, given the overrides of its series. */
function occur({ read, item }: Entry, group: readonly Entry[], { from, to, late, fail }: Occurring): void {
  const { start, duration, rules, added, excluded, override } = read;
  if (start === null) return;
  const single = secondsOf(start);
  const overrides = override ? [] : group.flatMap((each) => each.read.override ? [each] : []);
  const repeats = !override && isSeries(read);
  if (late && repeats) item.flags.push("recurrence_truncated");
  if (!repeats || late) {
    item.occurrences = single + duration >= from && single <= to
      ? [{ start: single, end: single + duration }]
      : [];
    return;
  }
  try {
    const { occurrences, flags } = expand(
      {
        start: start.wall,
        duration,
        allDay: start.allDay,
        zone: start.zone,
        rules,
        added,
        excluded,
        overridden: new Set(overrides.map((each) => each.item.recurrenceId!)),
        shifts: shiftsOf(overrides),
      },
      from,
      to,
    );
    item.occurrences = occurrences;
    item.flags.push(...flags);
  } catch (cause) {
    item.flags.push("rule_unreadable");
    item.occurrences = [{ start: single, end: single + duration }];
    fail(
      `${item.sourceRef} ${item.uid.slice(0, 100)}`,
      `Its recurrence could not be read: ${(cause as Error).message}`,
    );
  }
}

const shiftsOf = (overrides: readonly Entry[]): Shift[] =>
  overrides.flatMap(({ read: { override, start, duration } }) => {
    if (!override?.thisAndFuture || start === null) return [];
    const from = secondsOf(override.time);
    return [{ from, by: secondsOf(start) - from, duration }];
  }).sort((a, b) => a.from - b.from);

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
