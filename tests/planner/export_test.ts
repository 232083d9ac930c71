import assert from "node:assert/strict";
import { AGENT, type Harness, harness } from "../harness.ts";
import { readerTest, readIndependently } from "./independent.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

const NOW = new Date("2026-03-02T07:00:00Z");
const BERLIN = "Europe/Berlin";

async function exported(h: Harness, query = ""): Promise<string> {
  const response = await h.send(`/planner/export${query}`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-disposition")!, /^attachment; .*planner\.ics$/);
  return await response.text();
}

/** Series with everything that can befall one, in a zone whose clocks change in between. */
const SERIES = [
  event({
    uid: "daily",
    start: "20260301T090000",
    zone: BERLIN,
    title: "Daily\\, with a sign",
    lines: [
      "RRULE:FREQ=DAILY;UNTIL=20260420T070000Z",
      `EXDATE;TZID=${BERLIN}:20260303T090000`,
      `RDATE;TZID=${BERLIN}:20260305T150000`,
    ],
  }),
  event({
    uid: "daily",
    start: "20260304T130000",
    zone: BERLIN,
    title: "moved",
    lines: [`RECURRENCE-ID;TZID=${BERLIN}:20260304T090000`],
  }),
  event({
    uid: "weekly",
    start: "20240101T180000Z",
    lines: ["RRULE:FREQ=WEEKLY", "EXDATE:20240108T180000Z"],
  }),
  event({ uid: "days", start: "20260310", end: "20260312", lines: ["RRULE:FREQ=YEARLY;COUNT=3"] }),
  event({ uid: "floating", start: "20260306T080000" }),
];

readerTest("an export is the same calendar to an independent reader and to this program", async () => {
  await using h = await harness({ now: () => NOW });
  const path = calendarFile(SERIES);
  await importFile(h, path);
  const text = await exported(h);
  const last = "2026-06-01T00:00:00";
  const theirs = await readIndependently(text, last);
  assert.deepEqual(theirs, await readIndependently(Deno.readTextFileSync(path), last));
  assert.ok(theirs.length > 60 && text.includes("BEGIN:VTIMEZONE") && text.includes(`TZID:${BERLIN}`));
  const before = await h.operator("GET /planner/artifacts", {
    query: { from: "2026-03-01", to: "2026-05-31" },
  });
  await using again = await harness({ now: () => NOW });
  await importFile(again, calendarFile([], text));
  const after = await again.operator("GET /planner/artifacts", {
    query: { from: "2026-03-01", to: "2026-05-31" },
  });
  const shown = (all: typeof before) =>
    all.map(({ uid, recurrenceId, title, start, end, rrule, occurrences, transparency, status }) => ({
      uid,
      recurrenceId,
      title,
      start,
      end,
      rrule,
      occurrences,
      transparency,
      status,
    }));
  assert.deepEqual(shown(after), shown(before));
});

Deno.test("an export holds a selection, a range or a source; a series always whole, and what two sources have once", async () => {
  await using h = await harness({ now: () => NOW });
  const shared = event({ uid: "shared", start: "20260401T090000Z" });
  const files = [calendarFile([...SERIES, shared]), calendarFile([shared, event({ uid: "other" })])];
  await h.operator("POST /planner/settings", {
    body: {
      timeZone: "UTC",
      sources: files.map((path, i) => ({ id: `s${i}`, kind: "ics_file" as const, path })),
    },
  });
  await h.operator("POST /planner/refresh", { body: {} });
  const { id } = await h.operator("POST /planner/tasks", {
    body: { title: "Pay\nthe rent", due: { date: "2026-03-05" }, tags: ["home"] },
  });
  const uids = async (query: string) =>
    [...(await exported(h, query)).matchAll(/^UID:(.*?)\r$/gm)].map(([, uid]) => uid).sort();
  assert.deepEqual(
    await uids(""),
    ["daily", "daily", "days", "floating", "other", "shared", "weekly", id].sort(),
  );
  assert.deepEqual(await uids("?sources=s1"), ["other", "shared"]);
  assert.deepEqual(await uids("?from=2026-03-04&to=2026-03-05"), ["daily", "daily", id].sort());
  const found = await h.operator("GET /planner/artifacts", { query: { date: "2026-03-04" } });
  const moved = found.find(({ title }) => title === "moved")!;
  assert.deepEqual(await uids(`?ids=${moved.id},${id}`), ["daily", "daily", id].sort());
  const task = await exported(h, `?ids=${id}`);
  assert.match(task, /BEGIN:VTODO\r\n[^]*SUMMARY:Pay\\nthe rent\r\n[^]*DUE;VALUE=DATE:20260305\r\n/);
  for (const [query, status] of [["ids=pla_none", 404], ["sources=none", 404], ["from=2026-03-04", 400]]) {
    assert.equal((await h.json("GET", `/planner/export?${query}`)).status, status, String(query));
  }
  assert.equal((await h.json("GET", "/planner/export", undefined, AGENT)).status, 403);
});

Deno.test("what a change of all later occurrences moved is a separate event in an export", async () => {
  await using h = await harness({ now: () => NOW });
  const later = event({
    uid: "a",
    start: "20260304T110000Z",
    title: "later",
    lines: ["RECURRENCE-ID;RANGE=THISANDFUTURE:20260304T090000Z"],
  });
  await importFile(
    h,
    calendarFile([
      event({ uid: "a", start: "20260302T090000Z", lines: ["RRULE:FREQ=DAILY;COUNT=5"] }),
      later,
    ]),
  );
  const text = await exported(h);
  await using again = await harness({ now: () => NOW });
  await importFile(again, calendarFile([], text));
  const starts = (one: Harness) =>
    one.operator("GET /planner/artifacts", { query: { from: "2026-03-01", to: "2026-03-31" } }).then((all) =>
      all.flatMap(({ occurrences }) => occurrences!.map(({ start }) => start.slice(8, 13))).sort()
    );
  assert.deepEqual(await starts(again), ["02T09", "03T09", "04T11", "05T11", "06T11"]);
  assert.deepEqual(await starts(again), await starts(h));
});

Deno.test("what a hostile calendar writes begins no new line in an export", async () => {
  await using h = await harness({ now: () => NOW });
  const lines = [
    "DESCRIPTION:a\\r\\nBEGIN:VEVENT\\nUID:smuggled",
    'ORGANIZER;CN="x^nATTENDEE:mailto:eve@evil.example":mailto:a@b.example',
    "CATEGORIES:one\\, two,three",
  ];
  await importFile(h, calendarFile([event({ uid: "a", start: "20260301T090000Z", lines })]));
  const text = await exported(h);
  assert.equal(text.match(/^BEGIN:VEVENT/gm)!.length, 1);
  assert.equal(/^(?:UID:smuggled|ATTENDEE)/m.test(text), false);
});
