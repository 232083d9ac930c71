import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { FORM_FAULTS } from "./corpus/form_faults.ts";
import { LINE_FAULTS } from "./corpus/line_faults.ts";
import { TEXT_FAULTS } from "./corpus/text_faults.ts";
import { calendar, calendarFile, event, importFile, refresh } from "./planner_world.ts";

const NOW = () => new Date("2026-02-01T00:00:00Z");
const YEAR = { from: "2026-01-01", to: "2026-12-31", limit: 1000 };

async function startsOf(h: Harness): Promise<Record<string, string[]>> {
  const list = await h.operator("GET /planner/artifacts", { query: YEAR });
  const byTitle = Map.groupBy(list, ({ title }) => title);
  return Object.fromEntries(
    [...byTitle].map(([title, all]) => [
      title,
      all.flatMap(({ occurrences }) => occurrences!.map(({ start }) => start)).sort(),
    ]),
  );
}

Deno.test("a fault in a calendar is named and costs no more than it must; what is behind it stays", async () => {
  await using h = await harness({ now: NOW });
  const path = calendarFile([]);
  await importFile(h, path);
  for (const { what, text, starts, named } of [...LINE_FAULTS, ...FORM_FAULTS, ...TEXT_FAULTS]) {
    Deno.writeTextFileSync(path, text);
    const run = await refresh(h, { full: true });
    const reasons = run.errors.map(({ reason }) => reason).join("\n");
    const wanted = Object.fromEntries(Object.entries(starts).filter(([, all]) => all.length > 0));
    assert.deepEqual(await startsOf(h), wanted, `${what}: ${reasons}`);
    if (named === null) assert.deepEqual([run.status, reasons], ["completed", ""], what);
    else {
      assert.match(reasons, named, what);
      assert.equal(run.status, "partial", what);
    }
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a rule with every minute of a day is expanded in part, and keeps no other event of its calendar", async () => {
  await using h = await harness({ now: NOW });
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => at).join();
  const every = `BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)}`;
  const rules = [
    `DAILY;${every}`,
    `YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${every}`,
    `HOURLY;BYMINUTE=${upTo(60)}`,
  ];
  const events = rules.map((rule, at) =>
    event({ uid: `${at}`, start: "19810101T000000Z", title: rule.slice(0, 6), lines: [`RRULE:FREQ=${rule}`] })
  );
  const other = event({ uid: "other", start: "20260302T090000Z", title: "other" });
  await importFile(h, calendarFile([...events, other]));
  const run = await refresh(h, { full: true });
  assert.deepEqual((await startsOf(h))["other"], ["2026-03-02T09:00:00.000Z"], JSON.stringify(run.errors));
});

Deno.test("what a damaged calendar may have lost stays until a person asks for a full refresh", async () => {
  await using h = await harness({ now: NOW });
  const events = ["a", "b", "c"].map((uid) => event({ uid, start: "20260302T090000Z", title: uid }));
  const path = calendarFile(events);
  await importFile(h, path);
  const titles = async () => Object.keys(await startsOf(h)).sort();
  const damaged = calendar(events).replace("BEGIN:VEVENT", "BEGIN:VEVNT").replace("END:VEVENT", "END:VEVNT");
  Deno.writeTextFileSync(path, damaged);
  const held = await refresh(h);
  assert.deepEqual([held.status, held.counts.removed], ["held", 0]);
  assert.deepEqual(await titles(), ["a", "b", "c"]);
  const [status] = await h.operator("GET /planner/sources/status", {});
  assert.deepEqual(status!.heldRemoval, { count: 1, refreshRunId: held.id });
  assert.equal((await refresh(h)).status, "held", "it is read again, since nothing counts as read");
  assert.equal((await refresh(h, { full: true })).counts.removed, 1);
  assert.deepEqual(await titles(), ["b", "c"]);
});

Deno.test("a file that is cut off keeps its items, while the other files of its directory are read", async () => {
  await using h = await harness({ now: NOW });
  const directory = calendarFile([]).replace(/\/[^/]+$/, "");
  const write = (name: string, text: string) => Deno.writeTextFileSync(`${directory}/${name}.ics`, text);
  write("whole", calendar([event({ uid: "w1", title: "w1" }), event({ uid: "w2", title: "w2" })]));
  write("cut", calendar([event({ uid: "c1", title: "c1" }), event({ uid: "c2", title: "c2" })]));
  await importFile(h, directory);
  write("whole", calendar([event({ uid: "w1", title: "w1" })]));
  write("cut", calendar([event({ uid: "c1", title: "c1" })]).replace(/END:VEVENT[^]*$/, ""));
  for (const full of [false, true]) {
    const run = await refresh(h, { full });
    assert.equal(run.status, "partial");
    assert.match(
      run.errors.map(({ ref, reason }) => `${ref} ${reason}`).join(),
      /cut\.ics The calendar is incomplete/,
    );
    assert.deepEqual(Object.keys(await startsOf(h)).sort(), ["c1", "c2", "w1"]);
  }
});

Deno.test("a byte order mark decides how a calendar is encoded", async () => {
  await using h = await harness({ now: NOW });
  const path = calendarFile([]);
  await importFile(h, path);
  const text = `\ufeff${calendar([event({ uid: "a", start: "20260302T090000Z", title: "Zoë, Łódź" })])}`;
  const units = Uint16Array.from(text, (character) => character.charCodeAt(0));
  const little = new Uint8Array(units.buffer);
  const big = little.map((_, i) => little[i ^ 1]!);
  for (const bytes of [new TextEncoder().encode(text), little, big]) {
    Deno.writeFileSync(path, bytes);
    assert.equal((await refresh(h, { full: true })).status, "completed");
    assert.deepEqual(Object.keys(await startsOf(h)), ["Zoë, Łódź"]);
  }
});

Deno.test("an event that can no longer be read stays, also if its UID contains escaped characters", async () => {
  await using h = await harness({ now: NOW });
  const uid = "lunch\\, every day";
  const path = calendarFile([event({ uid, start: "20260302T090000Z", title: "Lunch" })]);
  await importFile(h, path);
  Deno.writeTextFileSync(path, calendar([event({ uid, start: "soon", title: "Lunch" })]));
  const { status, counts } = await refresh(h);
  assert.deepEqual([status, counts.removed], ["partial", 0]);
  assert.deepEqual(await startsOf(h), { Lunch: ["2026-03-02T09:00:00.000Z"] });
});
