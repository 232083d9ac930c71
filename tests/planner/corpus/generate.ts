import fc from "fast-check";
import { calendar } from "../planner_world.ts";
import { OWN_ZONES, type OwnZone } from "./own_zones.ts";

/** How the times of an event are written. */
type Form =
  | { kind: "date" }
  | { kind: "utc" }
  | { kind: "floating" }
  | { kind: "zone"; tzid: string };

/** One event of the corpus with its exceptions, as components, and the zone that it should be read with. */
export type CorpusEvent = { uid: string; components: string[]; zone: string | null };

const FORMS: readonly (Form & { reads: string | null })[] = [
  { kind: "date", reads: null },
  { kind: "utc", reads: "UTC" },
  { kind: "floating", reads: null },
  ...["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"].map((tzid) => ({
    kind: "zone" as const,
    tzid,
    reads: tzid,
  })),
  ...OWN_ZONES.map(({ tzid, reads }) => ({ kind: "zone" as const, tzid, reads })),
];

const RULES = [
  null,
  "FREQ=DAILY;COUNT=9",
  "FREQ=DAILY;INTERVAL=3;UNTIL=",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR;UNTIL=",
  "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU;COUNT=12",
  "FREQ=MONTHLY;BYMONTHDAY=-1",
  "FREQ=MONTHLY;BYDAY=2TU;COUNT=8",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=",
  "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
  "FREQ=YEARLY;BYYEARDAY=100,-100",
  "FREQ=YEARLY;BYWEEKNO=20;BYDAY=TH",
] as const;

const DAY = 86_400;
const BEGIN = Date.UTC(2026, 0, 5) / 1000;

/** Writes a local time in a form. */
function written(name: string, wall: number, form: Form, parameters = ""): string {
  const at = new Date(wall * 1000).toISOString().replaceAll(/[-:]/g, "");
  if (form.kind === "date") return `${name};VALUE=DATE${parameters}:${at.slice(0, 8)}`;
  const zone = form.kind === "zone" ? `;TZID=${/[:;,]/.test(form.tzid) ? `"${form.tzid}"` : form.tzid}` : "";
  return `${name}${zone}${parameters}:${at.slice(0, 15)}${form.kind === "utc" ? "Z" : ""}`;
}

const valueOf = (line: string): string => line.slice(line.lastIndexOf(":") + 1);

/** UNTIL as RFC 5545 has it: a date for dates, UTC where there is a zone, local where there is none. */
function until(wall: number, form: Form): string {
  const end = wall + 70 * DAY;
  // A time of the evening, so that no offset moves it past an occurrence.
  if (form.kind === "zone" || form.kind === "utc") return valueOf(written("", end, { kind: "utc" }));
  return valueOf(written("", end, form));
}

const choices = fc.record({
  form: fc.constantFrom(...FORMS),
  day: fc.nat(120),
  // Not in the hours in which clocks change: what such times mean is settled in another test.
  hour: fc.integer({ min: 6, max: 21 }),
  minute: fc.constantFrom(0, 15, 30),
  length: fc.constantFrom("none", "end", "duration"),
  lasts: fc.integer({ min: 1, max: 5 }),
  rule: fc.constantFrom(...RULES),
  added: fc.constantFrom("none", "dates", "period", "date"),
  excluded: fc.constantFrom("none", "same", "day", "utc", "rule"),
  exception: fc.constantFrom("none", "moved", "by day", "in utc", "later"),
  odd: fc.subarray(["lower", "alarm", "folded", "unknown", "quoted", "blank"] as const),
});
type Choices = typeof choices extends fc.Arbitrary<infer Value> ? Value : never;

function eventOf(chosen: Choices, n: number): CorpusEvent {
  const { form, day, hour, minute, lasts, rule, odd } = chosen;
  const uid = `corpus-${n}`;
  const wall = BEGIN + day * DAY + (form.kind === "date" ? 0 : hour * 3_600 + minute * 60);
  const step = form.kind === "date" ? DAY : 1_800;
  const text = rule?.replace(/UNTIL=$/, `UNTIL=${until(wall, form)}`) ?? null;
  const lines = [
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    `SUMMARY:event ${n}\\, with a comma`,
    written("DTSTART", wall, form),
    ...lengthOf(chosen.length, wall, lasts * step, form),
    ...(text === null ? [] : [`RRULE:${text}`]),
    ...addedTo(chosen.added, wall, form),
    ...(text === null ? [] : excludedFrom(chosen.excluded, wall, form)),
    ...(odd.includes("unknown") ? ["X-UNKNOWN;X-P=1:a,b;c", "COLOR:red"] : []),
    ...(odd.includes("alarm") ? ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"] : []),
  ];
  const components = [component(lines, odd)];
  if (text !== null) components.push(...exceptionOf(chosen, { uid, wall, step }));
  return { uid, components, zone: form.reads };
}

function lengthOf(kind: Choices["length"], wall: number, length: number, form: Form): string[] {
  if (kind === "none") return [];
  if (kind === "end") return [written("DTEND", wall + length, form)];
  return [form.kind === "date" ? `DURATION:P${length / DAY}D` : `DURATION:PT${length / 60}M`];
}

function addedTo(kind: Choices["added"], wall: number, form: Form): string[] {
  const [first, second] = [wall + 33 * DAY, wall + 47 * DAY];
  if (kind === "dates") {
    return [`${written("RDATE", first, form)},${valueOf(written("", second, form))}`];
  }
  if (kind === "date") return [written("RDATE", first, { kind: "date" })];
  if (kind === "period" && form.kind !== "date") {
    return [`${written("RDATE", first, form, ";VALUE=PERIOD")}/PT3H`];
  }
  return [];
}

function excludedFrom(kind: Choices["excluded"], wall: number, form: Form): string[] {
  switch (kind) {
    case "none":
      return [];
    case "same":
      return [written("EXDATE", wall + 9 * DAY, form), written("EXDATE", wall + 33 * DAY, form)];
    case "day":
      return [written("EXDATE", wall, { kind: "date" })];
    case "utc":
      return form.kind === "utc" || form.kind === "date"
        ? [written("EXDATE", wall, { kind: "utc" })]
        : [written("EXDATE", wall, form)];
    case "rule":
      return ["EXRULE:FREQ=WEEKLY;INTERVAL=3"];
  }
}

type Around = { uid: string; wall: number; step: number };

/** The exception of the first occurrence, whose day every form of the start can name. */
function exceptionOf(
  { form, exception, excluded, lasts, odd }: Choices,
  { uid, wall, step }: Around,
): string[] {
  if (exception === "none" || excluded === "day" || excluded === "utc" || excluded === "rule") return [];
  const range = exception === "later" ? ";RANGE=THISANDFUTURE" : "";
  const other: Form = exception === "by day"
    ? (form.kind === "date" ? { kind: "floating" } : { kind: "date" })
    : exception === "in utc" && form.kind === "date"
    ? { kind: "utc" }
    : form;
  const moved = wall + (exception === "later" ? 2 : 3) * step;
  return [component([
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    "SUMMARY:moved",
    written("RECURRENCE-ID", wall, other, range),
    written("DTSTART", moved, form),
    written("DTEND", moved + lasts * step, form),
  ], odd)];
}

function component(lines: readonly string[], odd: Choices["odd"]): string {
  const all = ["BEGIN:VEVENT", ...lines, "END:VEVENT"]
    .map((line) => odd.includes("lower") ? line.replace(/^[A-Z-]+/, (name) => name.toLowerCase()) : line)
    .map((line) => odd.includes("quoted") ? line.replace(/;TZID=([^":;]+)/, ';TZID="$1"') : line);
  const folded = all.map((line) =>
    odd.includes("folded") && line.length > 20 ? `${line.slice(0, 17)}\r\n ${line.slice(17)}` : line
  );
  return folded.join(odd.includes("blank") ? "\r\n\r\n" : "\r\n");
}

/** The events of the corpus: the same ones for the same seed. */
export const corpusEvents = (seed: number, count: number): CorpusEvent[] =>
  fc.sample(choices, { seed, numRuns: count }).map(eventOf);

/** One calendar of events, with the time zones that only it states. */
export const corpusCalendar = (
  events: readonly CorpusEvent[],
  zones: readonly OwnZone[] = OWN_ZONES,
): string =>
  calendar([...zones.map(({ text }) => text), ...events.flatMap(({ components }) => components)])
    .replaceAll(/(?<=\r\n)(?=[ \t]*$)/g, "");

/** How one text of the corpus can be written as a whole. */
export const WRITINGS: readonly [name: string, write: (text: string) => string][] = [
  ["as RFC 5545 has it", (text) => text],
  ["with a byte order mark", (text) => `\ufeff${text}`],
  ["with line feeds alone", (text) => text.replaceAll("\r\n", "\n")],
  ["with other folds", (text) => text.replaceAll(/([^\r\n]{60})(?=[^\r\n])/g, "$1\r\n\t")],
];
