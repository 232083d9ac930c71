import assert from "node:assert/strict";
import { refresh } from "./planner_world.ts";
import { at, MARCH, onGoogle, starts, WEEKLY } from "./google_world.ts";

Deno.test("Google's calendars are read with an account, page by page, and then only for changes", async () => {
  await using world = await onGoogle();
  const { h, google, account } = world;
  google.pageSize = 2;
  google.calendar("holidays", "reader");
  google.put("ada@example.org", {
    id: "one",
    summary: "Lunch; with \\Ann\nand Bob",
    start: at("2026-03-02T12:00:00+01:00"),
    end: at("2026-03-02T13:00:00+01:00"),
    attendees: [
      {
        email: "Ann@example.org",
        displayName: 'Ann "A" Example',
        responseStatus: "declined",
        optional: true,
      },
      { email: "bob@example.org" },
    ],
    organizer: { email: "ada@example.org" },
    hangoutLink: "https://meet.google.com/abc-defg-hij",
    sequence: 3,
  });
  google.put("ada@example.org", {
    id: "away",
    summary: "Not here",
    eventType: "outOfOffice",
    start: { date: "2026-03-05" },
    end: { date: "2026-03-07" },
  });
  google.put("ada@example.org", WEEKLY);
  google.put("holidays", {
    id: "day",
    summary: "A day",
    start: { date: "2026-03-08" },
    end: { date: "2026-03-09" },
  });
  const first = await refresh(h);
  assert.deepEqual([first.status, first.mode, first.counts.added, first.errors], [
    "completed",
    "full",
    4,
    [],
  ]);
  assert.equal(google.asked.filter((path) => path.includes("pageToken")).length, 1);
  const status = await world.status();
  assert.deepEqual(
    [status.state, status.collections.map(({ id, label, readOnly }) => [id, label, readOnly])],
    ["ok", [["ada@example.org", "The ada@example.org", false], ["holidays", "The holidays", true]]],
  );
  const [lunch] = (await world.artifacts()).filter(({ uid }) => uid === "one@google.com");
  assert.deepEqual(
    [
      lunch!.title,
      lunch!.start!.at,
      lunch!.start!.local,
      lunch!.start!.timeZone,
      lunch!.conferenceUrl,
      lunch!.sequence,
    ],
    [
      "Lunch; with \\Ann\nand Bob",
      "2026-03-02T11:00:00.000Z",
      "2026-03-02T12:00:00",
      "Europe/Berlin",
      "https://meet.google.com/abc-defg-hij",
      3,
    ],
  );
  assert.deepEqual(lunch!.attendees, [
    { name: "Ann 'A' Example", email: "ann@example.org", role: "OPT-PARTICIPANT", partstat: "DECLINED" },
    { name: "", email: "bob@example.org", role: "REQ-PARTICIPANT", partstat: "NEEDS-ACTION" },
  ]);
  const [away] = (await world.artifacts()).filter(({ title }) => title === "Not here");
  assert.deepEqual([away!.classification.label, away!.start!.allDay, away!.end!.local], [
    "time_off",
    true,
    "2026-03-07",
  ]);
  const weekly = (await world.artifacts(MARCH)).filter(({ title }) => title === "Planning, weekly");
  assert.deepEqual(starts(weekly).map((each) => each.slice(5, 16)), [
    "03-16T08:00",
    "03-23T08:00",
    "03-30T07:00",
    "04-06T07:00",
  ], "nine o'clock stays nine o'clock");

  google.put("ada@example.org", {
    id: "one",
    summary: "Dinner",
    start: at("2026-03-02T19:00:00+01:00"),
    end: at("2026-03-02T20:00:00+01:00"),
  });
  google.put("ada@example.org", {
    id: "new",
    summary: "New",
    start: at("2026-03-03T19:00:00+01:00"),
    end: at("2026-03-03T20:00:00+01:00"),
  });
  google.cancel("ada@example.org", "away");
  const second = await refresh(h);
  assert.deepEqual([second.mode, second.counts], [
    "incremental",
    { seen: 2, added: 1, changed: 1, removed: 1, unchanged: 0, invalid: 0 },
  ]);
  assert.equal((await refresh(h)).counts.seen, 0);

  const [shown] = await h.operator("GET /oauth/accounts");
  assert.deepEqual(shown!.usedBy.map(({ call, host }) => [call, host]), [["planner.refresh", google.host]]);
  assert.equal(shown!.id, account.id);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a series is read completely when one occurrence is moved, cancelled or restored, and removed completely", async () => {
  await using world = await onGoogle();
  const { h, google } = world;
  google.put("ada@example.org", WEEKLY);
  await refresh(h);
  google.put("ada@example.org", {
    id: "weekly_20260323",
    iCalUID: "weekly@google.com",
    recurringEventId: "weekly",
    originalStartTime: at("2026-03-23T09:00:00+01:00"),
    summary: "Planning, later",
    start: at("2026-03-23T15:00:00+01:00"),
    end: at("2026-03-23T16:00:00+01:00"),
  });
  google.cancel("ada@example.org", "weekly_20260330", {
    recurringEventId: "weekly",
    originalStartTime: at("2026-03-30T09:00:00+02:00"),
  });
  const run = await refresh(h);
  assert.deepEqual([run.status, run.mode, run.counts.added], ["completed", "incremental", 1]);
  const shown = async () => starts(await world.artifacts(MARCH)).map((each) => each.slice(5, 16));
  assert.deepEqual(await shown(), ["03-16T08:00", "03-23T14:00", "04-06T07:00"]);

  google.cancel("ada@example.org", "weekly_20260323", {
    recurringEventId: "weekly",
    originalStartTime: at("2026-03-23T09:00:00+01:00"),
  });
  await refresh(h);
  assert.deepEqual(await shown(), ["03-16T08:00", "04-06T07:00"]);
  const incremental = await world.artifacts(MARCH);
  await refresh(h, { full: true });
  assert.deepEqual(
    (await world.artifacts(MARCH)).map(({ id, occurrences }) => [id, occurrences]),
    incremental.map(({ id, occurrences }) => [id, occurrences]),
    "what was read bit by bit is what is read at once",
  );
  google.cancel("ada@example.org", "weekly");
  await refresh(h);
  assert.deepEqual(await shown(), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an invitation to one occurrence is read without its series", async () => {
  await using world = await onGoogle();
  const { h, google } = world;
  await refresh(h);
  const alone = {
    id: "theirs_20260323",
    iCalUID: "theirs@google.com",
    recurringEventId: "theirs",
    originalStartTime: at("2026-03-23T09:00:00+01:00"),
    summary: "Theirs",
    start: at("2026-03-23T09:00:00+01:00"),
    end: at("2026-03-23T10:00:00+01:00"),
  };
  google.put("ada@example.org", alone);
  await refresh(h);
  assert.deepEqual(starts(await world.artifacts(MARCH)).map((each) => each.slice(5, 16)), ["03-23T08:00"]);
  google.cancel("ada@example.org", alone.id, { recurringEventId: "theirs" });
  assert.equal((await refresh(h)).counts.removed, 1);
});

Deno.test("of two invitations to single occurrences of a series, a cancelled one leaves the other", async () => {
  await using world = await onGoogle();
  const { h, google } = world;
  await refresh(h);
  for (const day of ["16", "23"]) {
    google.put("ada@example.org", {
      id: `theirs_202603${day}`,
      iCalUID: "theirs@google.com",
      recurringEventId: "theirs",
      originalStartTime: at(`2026-03-${day}T09:00:00+01:00`),
      summary: "Theirs",
      start: at(`2026-03-${day}T09:00:00+01:00`),
      end: at(`2026-03-${day}T10:00:00+01:00`),
    });
  }
  const days = async () => starts(await world.artifacts(MARCH)).map((each) => each.slice(5, 10));
  await refresh(h);
  assert.deepEqual(await days(), ["03-16", "03-23"]);
  google.cancel("ada@example.org", "theirs_20260316", { recurringEventId: "theirs" });
  const { status, counts, resyncReason } = await refresh(h);
  assert.deepEqual([status, counts.removed], ["completed", 1]);
  assert.equal(resyncReason, "The server does not show the whole series theirs.");
  assert.deepEqual(await days(), ["03-23"]);
  assert.equal((await refresh(h)).resyncReason, null, "and then changes alone again");
});

Deno.test("a sync token that the server no longer knows (410) leads to a full reading that says why", async () => {
  await using world = await onGoogle();
  const { h, google } = world;
  google.put("ada@example.org", WEEKLY);
  google.put("ada@example.org", { id: "old", start: { date: "2026-03-08" }, end: { date: "2026-03-09" } });
  await refresh(h);
  google.calendars.get("ada@example.org")!.events.delete("old");
  google.forgetTokens();
  const run = await refresh(h);
  assert.match(run.resyncReason!, /410/);
  assert.deepEqual([run.status, run.counts.removed, run.counts.unchanged], ["completed", 1, 1]);
  assert.equal((await refresh(h)).resyncReason, null, "and then changes alone again");
  google.calendar("team");
  assert.match((await refresh(h)).resyncReason!, /The calendar team is new/);
  google.calendars.delete("team");
  assert.match((await refresh(h)).resyncReason!, /no longer exists/);
});

Deno.test("hostile text in a calendar stays one line of text and does not affect other events", async () => {
  await using world = await onGoogle();
  const { h, google } = world;
  const injection = "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil\r\nDTSTART:20260302T090000Z\r\nSUMMARY:evil";
  google.put("ada@example.org", {
    id: "hostile",
    iCalUID: injection,
    summary: injection,
    description: injection,
    location: injection,
    start: at("2026-03-02T12:00:00+01:00", injection),
    end: at("2026-03-02T13:00:00+01:00"),
    recurrence: [`RRULE:FREQ=DAILY;COUNT=2\r\nSUMMARY:evil`, "X-EVIL:1", injection],
    organizer: { email: injection, displayName: injection },
    attendees: [{ email: `a@example.org\r\nSUMMARY:evil`, displayName: `"${injection}"` }],
    hangoutLink: injection,
    sequence: "many",
  });
  google.put("ada@example.org", { id: "no-times", summary: "No times" });
  google.put("ada@example.org", {
    id: "good",
    summary: "Good",
    start: { date: "2026-03-02" },
    end: { date: "2026-03-03" },
  });
  const run = await refresh(h);
  assert.deepEqual([run.status, run.counts.added, run.counts.invalid], ["partial", 2, 1]);
  const titles = (await world.artifacts()).map(({ title, rrule }) => [title.split("\n")[0]!.trim(), rrule]);
  assert.deepEqual(titles.toSorted(), [["Good", null], ["x", null]]);
  assert.ok((await world.artifacts()).every(({ uid }) => uid !== "evil"));
});
