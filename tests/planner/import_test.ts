import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendar, calendarFile, event, importFile, refresh } from "./planner_world.ts";

Deno.test("a calendar file is read: events with stable ids; changed, moved and deleted ones arrive; nothing is doubled", async () => {
  await using h = await harness();
  const standup = event({
    uid: "standup",
    start: "20260302T090000",
    zone: "Europe/Berlin",
    title: "Standup",
    lines: ["RRULE:FREQ=DAILY;COUNT=5", "EXDATE;TZID=Europe/Berlin:20260304T090000"],
  });
  const moved = event({
    uid: "standup",
    start: "20260305T110000",
    zone: "Europe/Berlin",
    title: "Standup, later",
    lines: ["RECURRENCE-ID;TZID=Europe/Berlin:20260305T090000"],
  });
  const lunch = event({ uid: "lunch", start: "20260303T120000Z" });
  const path = calendarFile([standup, moved, lunch]);
  const run = await importFile(h, path);
  assert.deepEqual([run.status, run.mode, run.counts.added], ["completed", "full", 3]);
  const query = { from: "2026-03-01", to: "2026-03-31" };
  const list = await h.operator("GET /planner/artifacts", { query });
  const master = list.find(({ title }) => title === "Standup")!;
  assert.deepEqual(master.occurrences!.map(({ start }) => start), [
    "2026-03-02T08:00:00.000Z",
    "2026-03-03T08:00:00.000Z",
    "2026-03-06T08:00:00.000Z",
  ]);
  const override = await h.operator("GET /planner/artifacts/:id", {
    params: { id: `${master.id}@20260305T080000Z` },
  });
  assert.deepEqual([override.title, override.start?.at], ["Standup, later", "2026-03-05T10:00:00.000Z"]);
  const one = await h.operator("GET /planner/artifacts/:id", { params: { id: master.occurrences![1]!.key } });
  assert.deepEqual([one.id, one.occurrences], [master.id, [master.occurrences![1]]]);

  Deno.writeTextFileSync(path, calendar([standup.replace("SUMMARY:Standup", "SUMMARY:Daily"), moved]));
  const second = await refresh(h);
  assert.deepEqual(second.counts, { seen: 2, added: 0, changed: 1, removed: 1, unchanged: 1, invalid: 0 });
  const after = await h.operator("GET /planner/artifacts/:id", { params: { id: master.id } });
  assert.deepEqual([after.title, after.history.version, after.history.changedFields], ["Daily", 2, [
    "title",
  ]]);
  const [gone] = await h.operator("GET /planner/artifacts", { query: { status: "gone" } });
  assert.equal(gone!.uid, "lunch");
  assert.equal((await h.operator("GET /planner/artifacts")).length, 2);
  assert.deepEqual((await refresh(h)).counts.seen, 0, "an unchanged file is not read again");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("one broken event never costs the others; what it was before stays; a text that breaks off changes nothing", async () => {
  await using h = await harness();
  const [a, b] = [event({ uid: "a" }), event({ uid: "b" })];
  const path = calendarFile([a, b]);
  await importFile(h, path);
  Deno.writeTextFileSync(
    path,
    calendar([a.replace("DTSTART:20260302T090000", "DTSTART:not a date"), b, event({ uid: "c" })]),
  );
  const run = await refresh(h);
  assert.equal(run.status, "partial");
  assert.deepEqual([run.counts.invalid, run.counts.removed, run.counts.added], [1, 0, 1]);
  assert.match(run.errors[0]!.ref, /calendar\.ics line 4/);
  assert.equal((await h.operator("GET /planner/artifacts")).length, 3);
  Deno.writeTextFileSync(path, calendar([a, b]).slice(0, 150));
  const cut = await refresh(h);
  assert.equal(cut.status, "failed");
  assert.match(cut.errors[0]!.reason, /is incomplete/);
  assert.equal((await h.operator("GET /planner/artifacts")).length, 3);
  const [status] = await h.operator("GET /planner/sources/status");
  assert.deepEqual([status!.state, status!.artifacts, status!.consecutiveFailures], ["stale", 3, 1]);
});

Deno.test("a mass removal is held until somebody asks for a full refresh", async () => {
  await using h = await harness();
  const events = Array.from({ length: 12 }, (_, i) => event({ uid: `e${i}` }));
  const path = calendarFile(events);
  await importFile(h, path);
  Deno.writeTextFileSync(path, calendar([]));
  assert.equal((await refresh(h)).status, "held");
  const [status] = await h.operator("GET /planner/sources/status");
  assert.equal(status!.heldRemoval?.count, 12);
  assert.equal((await h.operator("GET /planner/artifacts")).length, 12);
  const full = await refresh(h, { full: true });
  assert.deepEqual([full.status, full.counts.removed], ["completed", 12]);
  assert.deepEqual(await h.operator("GET /planner/artifacts"), []);
});

Deno.test("an import of thousands of items is recorded in small units, so nothing waits for it", async () => {
  await using h = await harness();
  const path = calendarFile(Array.from({ length: 1001 }, (_, i) => event({ uid: `e${i}` })));
  const run = await importFile(h, path);
  assert.equal(run.counts.added, 1001);
  const units = h.store.database.all<{ data: string }>(
    "select data from events where type = 'planner.items_imported'",
  ).map(({ data }) => JSON.parse(data).items.length);
  assert.deepEqual(units, [...Array.from({ length: 20 }, () => 50), 1]);
});

Deno.test("what changes at its source is found by its new words, at its new time, and as its new kind alone", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T07:00:00Z") });
  const made = (title: string, start: string) => event({ uid: "a", title, start });
  const path = calendarFile([made("Wombat", "20260302T090000Z")]);
  await importFile(h, path);
  const found = async (change: string) => {
    Deno.writeTextFileSync(path, calendar([change]));
    await refresh(h);
    const words = await Promise.all(
      ["wombat", "quokka"].map((query) => h.operator("GET /planner/search", { query: { query } })),
    );
    const days = await Promise.all(
      ["2026-03-02", "2026-03-03"].map((date) => h.operator("GET /planner/artifacts", { query: { date } })),
    );
    return [...words, ...days].map(({ length }) => length);
  };
  assert.deepEqual(await found(made("Wombat", "20260303T090000Z")), [1, 0, 0, 1], "moved");
  assert.deepEqual(await found(made("Quokka", "20260303T090000Z")), [0, 1, 0, 1], "renamed");
  const task = ["BEGIN:VTODO", "UID:a", "DTSTAMP:20260101T000000Z", "SUMMARY:Quokka", "END:VTODO"].join(
    "\r\n",
  );
  assert.deepEqual(await found(task), [0, 1, 0, 0], "a task now");
  assert.deepEqual(await found(made("Quokka", "20260303T090000Z")), [0, 1, 0, 1], "an event again");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the same event of two sources is shown once and names its copy; equal words are no copy", async () => {
  await using h = await harness();
  const shared = event({ uid: "shared", start: "20260302T090000Z" });
  const [first, second] = [
    calendarFile([shared]),
    calendarFile([shared, event({ uid: "own", start: "20260302T090000Z", title: "event shared" })]),
  ];
  await h.operator("POST /planner/settings", {
    body: {
      timeZone: "UTC",
      sources: [{ id: "a", kind: "ics_file", path: first }, { id: "b", kind: "ics_file", path: second }],
    },
  });
  await h.operator("POST /planner/refresh", { body: {} });
  const list = await h.operator("GET /planner/artifacts");
  const copies = list.filter(({ uid }) => uid === "shared");
  assert.deepEqual(copies.map(({ source, alsoIn }) => [source, alsoIn.map((other) => other.source)]).sort(), [
    ["a", ["b"]],
    ["b", ["a"]],
  ]);
  assert.deepEqual(list.find(({ uid }) => uid === "own")!.alsoIn, []);
});

Deno.test("rescrape reads one artifact again, alone: changed, gone, or 500 with a sentence where the source fails", async () => {
  await using h = await harness();
  const [a, b] = [event({ uid: "a" }), event({ uid: "b" })];
  const path = calendarFile([a, b]);
  await importFile(h, path);
  const id = (await h.operator("GET /planner/artifacts")).find(({ uid }) => uid === "a")!.id;
  Deno.writeTextFileSync(path, calendar([a.replace("event a", "renamed"), b.replace("event b", "other")]));
  assert.equal(
    (await h.operator("POST /planner/artifacts/:id/rescrape", { params: { id } })).title,
    "renamed",
  );
  assert.ok(
    (await h.operator("GET /planner/artifacts")).some(({ title }) => title === "event b"),
    "nothing else is read",
  );
  Deno.writeTextFileSync(path, calendar([b]));
  assert.equal((await h.operator("POST /planner/artifacts/:id/rescrape", { params: { id } })).status, "gone");
  Deno.removeSync(path);
  const failed = await h.json("POST", `/planner/artifacts/${id}/rescrape`);
  assert.equal(failed.status, 500);
  assert.match(failed.body.error, /cannot be read/);
  assert.equal((await h.json("POST", "/planner/artifacts/pla_none/rescrape")).status, 404);
});

Deno.test("rescrape of what no source has is refused with a sentence", async () => {
  await using h = await harness();
  await h.operator("POST /planner/calendar-events/create", {
    body: { title: "Dentist", start: "2026-03-02T09:00:00", timeZone: "UTC" },
  });
  const [own] = await h.operator("GET /planner/artifacts");
  const { status, body } = await h.json("POST", `/planner/artifacts/${own!.id}/rescrape`);
  assert.equal(status, 400);
  assert.match(body.error, /is in the local calendar, which has no source/);
});

Deno.test("removing a source erases all that it brought: items, words, rows, and the address it came from", async () => {
  await using h = await harness();
  const path = calendarFile([
    event({ uid: "a", title: "Quokkasecret meeting", lines: ["ATTENDEE:mailto:wombat@secret.example"] }),
  ]);
  await importFile(h, path);
  assert.equal((await h.operator("GET /planner/search", { query: { query: "quokkasecret" } })).length, 1);
  const isOnDisk = (words: string) =>
    ["harness.db", "harness.db-wal"].some((name) => {
      try {
        return new TextDecoder("latin1").decode(Deno.readFileSync(`${h.directory}/${name}`)).includes(words);
      } catch {
        return false;
      }
    });
  assert.equal(isOnDisk("Quokkasecret"), true);
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "home", remove: true }] } });
  assert.deepEqual(await h.operator("GET /planner/artifacts"), []);
  assert.deepEqual(await h.operator("GET /planner/search", { query: { query: "quokkasecret" } }), []);
  for (const words of ["Quokkasecret", "quokkasecret", "wombat@secret", path]) {
    assert.equal(isOnDisk(words), false, words);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});
