import { createHash } from "node:crypto";
import type { StatedItem } from "../../../store/planner/item.ts";
import { type RawComponent, scanComponents } from "./components.ts";
import { expand, keyOf, type Shift } from "./expand.ts";
import type { ParsedContent, ParserInput } from "./input.ts";
import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";
import { cleaned, parseProperties, propertyTextOf } from "./property.ts";
import { isSeries, recurrenceLines } from "./recurrence_lines.ts";
import { type ItemComponent, type Read, readComponent } from "./read_component.ts";
import { alignTo, type Notes, secondsOf } from "./times.ts";
import { type Zones, zonesOf } from "./zones.ts";
import { threadMilliseconds } from "../../ground/kernel/thread_time.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

type Text = ParserInput["texts"][number];
type Entry = { read: Read; item: StatedItem };

/** Receives an item that could not be read, or with `isRead` something of one that was. */
type Fail = (ref: string, reason: string, isRead?: boolean) => void;

/** Reads the events, tasks and notes of calendars and computes their occurrences. An unreadable item does not affect the others. */
export function readCalendars({ texts, ...window }: ParserInput): ParsedContent {
  const parsed: ParsedContent = {
    items: [],
    errors: [],
    invalid: 0,
    unreadUids: [],
    broken: [],
    damaged: [],
  };
  const fail: Fail = (ref, reason, isRead = false) => {
    if (!isRead) parsed.invalid++;
    if (parsed.errors.length < LIMITS.errors) parsed.errors.push({ ref, reason: sentence(reason) });
  };
  const found = texts.flatMap((text) => entriesOf(text, parsed, fail));
  const series = Map.groupBy(found, ({ item }) => `${item.calendarId}\0${item.uid}`);
  const deadline = threadMilliseconds() + LIMITS.expandMilliseconds;
  for (const all of series.values()) {
    const group = keptOf(aligned(all), fail);
    for (const entry of group) {
      occur(entry, group, { ...window, late: threadMilliseconds() > deadline, fail });
    }
    for (const { item } of group) parsed.items.push(item);
  }
  return parsed;
}

/** Reads the items of one text. */
function entriesOf(text: Text, parsed: ParsedContent, fail: Fail): Entry[] {
  const { components, errors, whole, sound } = scanComponents(text.text);
  if (!whole) {
    parsed.broken.push(text.ref);
    fail(text.ref, "The calendar is incomplete, so what it contained before stays", true);
  } else if (!sound) parsed.damaged.push(text.ref);
  for (const { ref, reason } of errors) fail(`${text.ref} ${ref}`, reason);
  const zones = zonesOf(
    new Map(components.filter(({ name }) => name === "VTIMEZONE").map((zone) => [tzidOf(zone), zone.lines])),
  );
  return components.filter(({ name }) => name !== "VTIMEZONE").flatMap((component) => {
    const ref = `${text.ref} ${component.ref}`;
    try {
      return [entryOf(component, text, zones, (reason) => fail(ref, reason, true))];
    } catch (cause) {
      fail(ref, messageOf(cause));
      const uid = uidOf(component);
      if (uid === "") parsed.damaged.push(text.ref);
      else parsed.unreadUids.push(uid);
      return [];
    }
  });
}

const tzidOf = ({ lines }: RawComponent): string =>
  lines.find((line) => /^TZID[:;]/i.test(line))?.replace(/^TZID(?:;[^:]*)?:/i, "").trim() ?? "";

function uidOf({ properties }: RawComponent): string {
  const lines = properties.filter((line) => /^UID[:;]/i.test(line));
  return cleaned(propertyTextOf(parseProperties(lines, () => {}), "uid"), 1_000);
}

const sentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1, 300).replace(/\.$/, "")}.`;

function entryOf(component: RawComponent, text: Text, zones: Zones, note: Notes): Entry {
  const noted: string[] = [];
  const keepNote = (reason: string) => void noted.push(reason);
  const properties = parseProperties(component.properties, keepNote);
  const read = readComponent(component.name as ItemComponent, properties, zones, keepNote);
  for (const reason of new Set(noted)) note(reason);
  if (noted.length > 0) read.item.flags.push("read_in_part");
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

/** Names each exception of a series by the occurrence that it replaces, in the form of the series. */
function aligned(group: readonly Entry[]): readonly Entry[] {
  const start = group.find(({ read }) => read.override === null)?.read.start ?? null;
  for (const { read: { override }, item } of start === null ? [] : group) {
    if (override === null) continue;
    override.time = alignTo(start!, override.time);
    item.recurrenceId = keyOf(secondsOf(override.time), override.time.allDay);
  }
  return group;
}

/** Returns one item per RECURRENCE-ID of a series: the one with the higher SEQUENCE, then the later one. */
function keptOf(group: readonly Entry[], fail: Fail): Entry[] {
  const kept = new Map<string | null, Entry>();
  for (const entry of group) {
    const { uid, recurrenceId, sequence, modifiedAt, sourceRef } = entry.item;
    const known = kept.get(recurrenceId)?.item;
    if (known) {
      const reason = `Two entries have the UID ${uid.slice(0, 100)}, and the newer one counts`;
      fail(`${known.sourceRef}, ${sourceRef}`, reason);
    }
    const isOlder = known && (known.sequence > sequence ||
      (known.sequence === sequence && (known.modifiedAt ?? "") > (modifiedAt ?? "")));
    if (!isOlder) kept.set(recurrenceId, entry);
  }
  return [...kept.values()];
}

type Occurring = Pick<ParserInput, "from" | "to" | "about"> & { late: boolean; fail: Fail };

/** Returns the occurrences of an item, given the overrides of its series. */
function occur({ read, item }: Entry, group: readonly Entry[], asked: Occurring): void {
  const { from, to, about, late, fail } = asked;
  const { start, duration, rules, excludingRules, added, excluded, override } = read;
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
        excludingRules,
        overridden: new Set(overrides.map((each) => each.item.recurrenceId!)),
        shifts: shiftsOf(overrides),
      },
      from,
      to,
      about,
    );
    item.occurrences = occurrences;
    item.flags.push(...flags);
  } catch (cause) {
    item.flags.push("rule_unreadable");
    item.occurrences = [{ start: single, end: single + duration }];
    fail(
      `${item.sourceRef} ${item.uid.slice(0, 100)}`,
      `Its recurrence could not be read: ${messageOf(cause)}`,
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
