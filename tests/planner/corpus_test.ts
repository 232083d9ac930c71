import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { corpusCalendar, type CorpusEvent, corpusEvents, WRITINGS } from "./corpus/generate.ts";
import { readSecond, secondReaderTest, type SecondReading } from "./corpus/second_reader.ts";
import { calendarFile, importFile, refresh } from "./planner_world.ts";

const FROM = "2026-01-01";
const TO = "2027-01-01";
const seconds = (at: string): number => Date.parse(at) / 1000;

/** What is compared of an event: its times, zone, rule and exceptions, and its occurrences of the year. */
type Reading = Omit<SecondReading, "exception"> & { isException: boolean };

const MONTHS = Array.from({ length: 12 }, (_, i) => {
  const day = (month: number) => new Date(Date.UTC(2026, month, 1)).toISOString().slice(0, 10);
  return { from: day(i), to: new Date(Date.UTC(2026, i + 1, 0)).toISOString().slice(0, 10) };
});

/** What the planner says of all events through its public interface, month by month. */
async function planned(h: Harness): Promise<Reading[]> {
  const found = new Map<string, Reading & { seen: Map<number, [number, number]> }>();
  for (const month of MONTHS) {
    const list = await h.operator("GET /planner/artifacts", { query: { ...month, limit: 1000 } });
    for (const { id, uid, recurrenceId, start, end, rrule, occurrences } of list) {
      const momentOf = ({ at, local }: NonNullable<typeof start>) =>
        seconds(at ?? `${local.slice(0, 10)}T${local.slice(11) || "00:00:00"}Z`);
      const known = found.get(id) ?? {
        uid,
        isException: recurrenceId !== null,
        start: momentOf(start!),
        end: momentOf(end!),
        allDay: start!.allDay,
        zone: start!.timeZone,
        rule: rrule && rrule.split(";").sort().join(";"),
        occurrences: [],
        seen: new Map<number, [number, number]>(),
      };
      for (const each of occurrences!) {
        known.seen.set(seconds(each.start), [seconds(each.start), seconds(each.end)]);
      }
      found.set(id, known);
    }
  }
  const within = ([start]: [number, number]) => start >= seconds(FROM) && start < seconds(TO);
  return [...found.values()].map(({ seen, ...reading }) => ({
    ...reading,
    occurrences: [...seen.values()].filter(within).sort((a, b) => a[0] - b[0]),
  }));
}

const byName = (a: Reading, b: Reading) =>
  a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : Number(a.isException) - Number(b.isException);

/** The second reading, with the name that a zone is read with. */
function wantedOf(theirs: readonly SecondReading[], events: readonly CorpusEvent[]): Reading[] {
  const zones = new Map(events.map(({ uid, zone }) => [uid, zone]));
  return theirs.map(({ exception, zone, ...reading }) => ({
    ...reading,
    isException: exception !== null,
    zone: zone === null ? null : zones.get(reading.uid)!,
  })).filter(({ occurrences }) => occurrences.length > 0);
}

/** The second reader always gets the plain text, since it reads fewer ways to write one. */
async function requireSame(events: readonly CorpusEvent[], write: (text: string) => string): Promise<void> {
  const text = corpusCalendar(events);
  await using h = await harness({ now: () => new Date("2026-02-01T00:00:00Z") });
  const run = await importFile(h, calendarFile([], write(text)));
  assert.deepEqual([run.status, run.errors], ["completed", []]);
  const [theirs] = await readSecond([text], FROM, TO);
  const [ours, wanted] = [await planned(h), wantedOf(theirs!, events)];
  assert.equal(ours.length, wanted.length);
  const sorted = wanted.sort(byName);
  ours.sort(byName).forEach((one, i) => {
    const { components } = events.find(({ uid }) => uid === one.uid)!;
    assert.deepEqual(one, sorted[i], components.join("\n"));
  });
}

const SEED = 5545;

for (const [i, [name, write]] of WRITINGS.entries()) {
  secondReaderTest(
    `a corpus of calendars ${name} is read as python3-icalendar and python3-dateutil read it`,
    async () => {
      const events = corpusEvents(SEED + i, 150);
      await requireSame(events, write);
    },
  );
}

/** The occurrences and zones by UID: an export writes what a change of all later occurrences moved as separate events. */
const byUid = (all: readonly Reading[]) =>
  [...Map.groupBy(all, ({ uid }) => uid)].map(([uid, own]) => ({
    uid,
    zones: [...new Set(own.map(({ zone }) => zone))],
    occurrences: own.flatMap(({ occurrences }) => occurrences).sort((a, b) => a[0] - b[0]),
  })).sort((a, b) => a.uid < b.uid ? -1 : 1);

secondReaderTest("an export of the corpus is the same to this program and to the second reader", async () => {
  const events = corpusEvents(SEED, 120);
  await using h = await harness({ now: () => new Date("2026-02-01T00:00:00Z") });
  const path = calendarFile([], corpusCalendar(events));
  await importFile(h, path);
  const before = byUid(await planned(h));
  const exported = await (await h.send("/planner/export")).text();
  const [theirs] = await readSecond([exported], FROM, TO);
  const kept = theirs!.map(({ exception, ...reading }) => ({ ...reading, isException: exception !== null }))
    .filter(({ occurrences }) => occurrences.length > 0);
  assert.deepEqual(byUid(kept), before);
  Deno.writeTextFileSync(path, exported);
  const run = await refresh(h, { full: true });
  assert.deepEqual([run.status, run.errors], ["completed", []]);
  assert.deepEqual(byUid(await planned(h)), before);
});
