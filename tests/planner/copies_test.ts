import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { configureRadicale } from "./dav_world.ts";
import { calendar, calendarFile, event, importFile, refresh } from "./planner_world.ts";
import { Radicale, radicaleTest } from "./radicale.ts";

const NOW = () => new Date("2026-03-01T00:00:00Z");
const RICH = [
  "ORGANIZER;CN=Bob:mailto:bob@work.example",
  "ATTENDEE;CN=Ann:mailto:ann@home.example",
  "LOCATION:Room 4",
  "URL:https://zoom.us/j/1",
];
const sync = (title: string, lines: readonly string[] = []) =>
  event({ uid: "e1", start: "20260303T090000Z", title, lines });

/** Configures files as sources in this order, and reads them. */
async function configure(h: Harness, files: Record<string, string>) {
  const sources = Object.entries(files).map(([id, path]) => ({ id, kind: "ics_file" as const, path }));
  await h.operator("POST /planner/settings", {
    body: { timeZone: "UTC", sources, identity: { name: "Ann", emails: ["ann@home.example"] } },
  });
  await h.operator("POST /planner/refresh", { body: {} });
}

const meetings = async (h: Harness) =>
  (await h.operator("GET /planner/meetings")).map(({ title, source }) => [title, source]);

Deno.test("of equal copies that of the source configured first is shown, and naming the sources again changes their order", async () => {
  await using h = await harness({ now: NOW });
  await configure(h, {
    zoo: calendarFile([sync("Team sync, zoo", RICH)]),
    ant: calendarFile([sync("Team sync, ant", RICH)]),
    bee: calendarFile([sync("Team sync, bee", RICH)]),
  });
  assert.deepEqual(await meetings(h), [["Team sync, zoo", "zoo"]]);
  const order = async (...ids: readonly string[]) =>
    (await h.operator("POST /planner/settings", { body: { sources: ids.map((id) => ({ id })) } }))
      .sources.map(({ id }) => id);
  assert.deepEqual(await order("bee", "zoo"), ["bee", "ant", "zoo"]);
  assert.deepEqual(await meetings(h), [["Team sync, bee", "bee"]]);
  assert.deepEqual(await order("ant"), ["bee", "ant", "zoo"], "one name alone moves nothing");
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "bee", remove: true }] } });
  assert.deepEqual(await order(), ["ant", "zoo"]);
});

Deno.test("a higher SEQUENCE goes before a later LAST-MODIFIED, and that before the order of the sources", async () => {
  await using h = await harness({ now: NOW });
  const [first, second, third] = ["", "LAST-MODIFIED:20260202T000000Z", "SEQUENCE:1"].map((line, i) =>
    calendarFile([sync(`copy ${i + 1}`, [...RICH, ...line ? [line] : []])])
  ) as [string, string, string];
  await configure(h, { first, second, third });
  assert.deepEqual(await meetings(h), [["copy 3", "third"]]);
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "third", remove: true }] } });
  assert.deepEqual(await meetings(h), [["copy 2", "second"]]);
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "second", remove: true }] } });
  assert.deepEqual(await meetings(h), [["copy 1", "first"]]);
});

Deno.test("a meeting does not vanish behind a copy that knows less: people, place and link are shown", async () => {
  await using h = await harness({ now: NOW });
  const bare = calendarFile([
    sync("Team sync"),
    event({ uid: "other", start: "20260303T093000Z", title: "Other" }),
  ]);
  await configure(h, { bare, rich: calendarFile([sync("Team sync", RICH)]) });
  const [meeting, ...rest] = await h.operator("GET /planner/meetings");
  assert.deepEqual(rest, []);
  assert.deepEqual(
    [
      meeting!.source,
      meeting!.organizer?.email,
      meeting!.location,
      meeting!.conferenceUrl,
      meeting!.myResponse,
    ],
    ["bare", "bob@work.example", "Room 4", "https://zoom.us/j/1", "NEEDS-ACTION"],
  );
  assert.equal(meeting!.classification.label, "meeting");
  const [conflict] = await h.operator("GET /planner/conflicts", { query: { kinds: "overlap" } });
  assert.equal(conflict!.detail.includes("Team sync"), true, "an invitation without an answer is not firm");
  const one = await h.operator("GET /planner/artifacts/:id", { params: { id: meeting!.id } });
  assert.deepEqual(one.attendees.map(({ email }) => email), ["ann@home.example"]);
});

radicaleTest("a writable copy is shown before a newer one that is read-only", async () => {
  await using radicale = await Radicale.start();
  await using h = await harness({ now: NOW });
  await radicale.put("e1", calendar([sync("on the server", RICH)]));
  await configure(h, { feed: calendarFile([sync("in the feed", [...RICH, "SEQUENCE:5"])]) });
  await configureRadicale(h, radicale);
  await h.operator("POST /planner/refresh", { body: {} });
  assert.deepEqual(await meetings(h), [["on the server", "dav"]]);
});

Deno.test("a list of days shows one of equal copies, and of one source what that source has", async () => {
  await using h = await harness({ now: NOW });
  const series = [
    event({
      uid: "s",
      start: "20260303T090000Z",
      title: "Standup",
      lines: [...RICH, "RRULE:FREQ=DAILY;COUNT=3"],
    }),
    event({
      uid: "s",
      start: "20260304T100000Z",
      title: "Standup, late",
      lines: [...RICH, "RECURRENCE-ID:20260304T090000Z"],
    }),
  ];
  await configure(h, { zoo: calendarFile(series), ant: calendarFile(series) });
  const days = { from: "2026-03-03", to: "2026-03-05" };
  const listed = async (query: Record<string, string>) =>
    (await h.operator("GET /planner/artifacts", { query: { ...days, ...query } }))
      .flatMap(({ source, occurrences = [] }) =>
        occurrences.map(({ start }) => `${source} ${start.slice(8, 13)}`)
      );
  assert.deepEqual((await listed({})).sort(), ["zoo 03T09", "zoo 04T10", "zoo 05T09"]);
  assert.deepEqual((await listed({ source: "ant" })).sort(), ["ant 03T09", "ant 04T10", "ant 05T09"]);
  const ofAnt = await h.operator("GET /planner/meetings", { query: { source: "ant" } });
  assert.deepEqual(ofAnt.map(({ title }) => title), ["Standup", "Standup, late"]);
  const calendarOf = async (sources?: string[]) =>
    (await h.operator("POST /dashboard/calendar/events", {
      body: {
        from: "2026-03-03T00:00:00Z",
        to: "2026-03-06T00:00:00Z",
        include: ["events"],
        ...(sources && { sources }),
      },
    })).map(({ source, start }) => `${source} ${start.slice(8, 13)}`);
  assert.deepEqual(await calendarOf(), ["zoo 03T09", "zoo 04T10", "zoo 05T09"]);
  assert.deepEqual(await calendarOf(["ant"]), ["ant 03T09", "ant 04T10", "ant 05T09"]);
  const { answer } = await h.operator("POST /planner/ask", {
    body: { question: "How many meetings are there?", sources: ["ant"], ...days },
  });
  assert.match(answer, /There are 3 meetings/);
});

Deno.test("an event that is like another under another UID is marked as a likely copy, and both are shown", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T07:00:00Z") });
  const lines = ["ORGANIZER:mailto:ann@home.example"];
  const at = { start: "20260303T090000Z", title: "Review", lines };
  const path = calendarFile([
    event({ uid: "one", ...at }),
    event({ uid: "two", ...at }),
    event({ uid: "longer", ...at, end: "20260303T110000Z" }),
    event({ uid: "other", ...at, title: "Another" }),
    event({ uid: "theirs", ...at, lines: ["ORGANIZER:mailto:bob@work.example"] }),
  ]);
  await importFile(h, path, { workingHours: {} });
  const copies = async () =>
    (await h.operator("GET /planner/artifacts", { query: { date: "2026-03-03" } }))
      .filter(({ flags }) => flags.includes("likely_copy")).map(({ uid }) => uid).toSorted();
  assert.deepEqual(await copies(), ["one", "two"]);
  Deno.writeTextFileSync(
    path,
    calendar([event({ uid: "one", ...at }), event({ uid: "other", ...at, title: "Another" })]),
  );
  await refresh(h, { full: true });
  assert.deepEqual(await copies(), []);
});
