import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = new Date("2026-03-02T08:00:00Z");
const IDENTITY = { name: "Ann", emails: ["ann@home.example"] };
const attendee = (email: string, partstat: string) => `ATTENDEE;PARTSTAT=${partstat}:mailto:${email}`;

const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title);

const EVENTS = [
  event({
    uid: "call",
    start: "20260303T090000Z",
    title: "Call",
    lines: [
      "PRIORITY:1",
      "CATEGORIES:TRAVEL,Shop",
      "STATUS:TENTATIVE",
      "LOCATION:https://meet.example.org/a",
      "DESCRIPTION:https://meet.google.com/abc-defg-hij",
      attendee("ann@home.example", "ACCEPTED"),
      attendee("bob@work.example", "NEEDS-ACTION"),
    ],
  }),
  event({
    uid: "lunch",
    start: "20260304T120000Z",
    title: "Lunch",
    lines: [
      "PRIORITY:5",
      "CATEGORIES:Food",
      "DESCRIPTION:https://zoom.us/j/123456789",
      attendee("ann@home.example", "NEEDS-ACTION"),
      attendee("eve@work.example", "ACCEPTED"),
    ],
  }),
  event({
    uid: "party",
    start: "20260305T180000Z",
    title: "Party",
    lines: [attendee("ann@home.example", "DECLINED"), attendee("eve@work.example", "ACCEPTED")],
  }),
  event({ uid: "off", start: "20260306T100000Z", title: "Called off", lines: ["STATUS:CANCELLED"] }),
  "BEGIN:VTODO\r\nUID:todo\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Mow\r\nEND:VTODO",
];

Deno.test("an artifact is shown with what its calendar says of it: priority, tags, link, my answer, and whether it takes place", async () => {
  await using h = await harness({ now: () => NOW });
  await importFile(h, calendarFile(EVENTS), { identity: IDENTITY });
  const all = await h.operator("GET /planner/artifacts");
  const about = (title: string) => {
    const { priority, tags, conferenceUrl, myResponse, status } = all.find((each) => each.title === title)!;
    return [priority, tags, conferenceUrl, myResponse, status];
  };
  assert.deepEqual(about("Call"), [
    1,
    ["TRAVEL", "Shop"],
    "https://meet.google.com/abc-defg-hij",
    "ACCEPTED",
    "tentative",
  ]);
  assert.deepEqual(about("Lunch"), [5, ["Food"], "https://zoom.us/j/123456789", "NEEDS-ACTION", "active"]);
  assert.equal(about("Called off").at(-1), "cancelled");
  const tasks = await h.operator("GET /planner/artifacts", { query: { type: "task" } });
  assert.deepEqual(
    tasks.map(({ itemType, title, classification }) => [itemType, title, classification.label]),
    [
      ["task", "Mow", "deadline"],
    ],
  );
});

Deno.test("GET /planner/meetings leaves out what was declined or called off; GET /planner/time-off has days off and holidays", async () => {
  await using h = await harness({ now: () => NOW });
  const holidays = calendarFile([event({ uid: "may", start: "20260501", title: "First of May" })]);
  const mine = calendarFile([event({ uid: "dinner", start: "20260303T190000Z", title: "Dinner" })]);
  await importFile(
    h,
    calendarFile([...EVENTS, event({ uid: "away", start: "20260309", title: "Urlaub" })]),
    { identity: IDENTITY },
  );
  await h.operator("POST /planner/settings", {
    body: {
      sources: [
        { id: "holidays", kind: "ics_file", path: holidays, role: "holidays" },
        { id: "mine", kind: "ics_file", path: mine, role: "private" },
      ],
    },
  });
  await h.operator("POST /planner/refresh", { body: {} });
  const label = async (title: string) =>
    (await h.operator("GET /planner/artifacts")).find((each) => each.title === title)!.classification.label;
  assert.deepEqual([await label("Call"), await label("Dinner"), await label("First of May")], [
    "travel",
    "personal",
    "holiday",
  ]);
  assert.deepEqual(titles(await h.operator("GET /planner/meetings", { query: {} })), ["Lunch"]);
  assert.deepEqual(titles(await h.operator("GET /planner/time-off", { query: {} })), [
    "Urlaub",
    "First of May",
  ]);
  const { id } = (await h.operator("GET /planner/artifacts")).find(({ title }) => title === "Call")!;
  const said = await h.operator("POST /planner/artifacts/:id/classify", {
    params: { id },
    body: { label: "meeting", reason: "We talk" },
  });
  assert.deepEqual(said.classification, {
    label: "meeting",
    by: "human",
    confidence: 1,
    reasons: ["We talk"],
  });
  assert.deepEqual(titles(await h.operator("GET /planner/meetings", { query: {} })), ["Call", "Lunch"]);
});

Deno.test("a hit of a search names its task, and says with diagnostics how it was ranked", async () => {
  await using h = await harness({ now: () => NOW });
  const search = (query: string, more: Record<string, string> = {}) =>
    h.operator("GET /planner/search", { query: { query, includeDiagnostics: "true", ...more } });
  const tasks: string[] = [];
  for (const title of ["Paint the door", "Close the door at night"]) {
    tasks.push((await h.operator("POST /planner/tasks", { body: { title } })).id);
  }
  const both = await search("door");
  assert.deepEqual(both.map(({ taskId }) => taskId).toSorted(), tasks.toSorted());
  const [one] = await search("night");
  assert.equal(one!.taskId, tasks[1]);
  assert.notDeepEqual(one!.diagnostics!.terms, both[0]!.diagnostics!.terms);
  assert.ok(one!.diagnostics!.tookMs >= 0);
  assert.deepEqual(one!.diagnostics!.boosts, { title: 8 });
  assert.deepEqual(one!.diagnostics!.filters, {
    sources: null,
    accountId: null,
    itemTypes: null,
    from: null,
    to: null,
  });
  assert.ok(both[0]!.diagnostics!.bm25 < both[1]!.diagnostics!.bm25, "the shorter title says more of it");
  await h.operator("POST /planner/tasks", { body: { title: "Something else" } });
  const [later] = await search("night");
  assert.ok(later!.diagnostics!.indexSequence > one!.diagnostics!.indexSequence);
  const body = { title: "Night", due: { date: "2026-03-03" }, tags: ["door"] };
  await h.operator("POST /planner/tasks", { body });
  const day = { from: "2026-03-03", to: "2026-03-03", sources: "local", itemTypes: "task" };
  const [filtered] = await search("door", day);
  assert.deepEqual(filtered!.diagnostics!.boosts, { tags: 4 });
  assert.deepEqual(filtered!.diagnostics!.filters, {
    sources: ["local"],
    accountId: null,
    itemTypes: ["task"],
    from: "2026-03-03T00:00:00.000Z",
    to: "2026-03-04T00:00:00.000Z",
  });
});

Deno.test("a list of occurrences that was cut says how many there are", async () => {
  await using h = await harness({ now: () => NOW });
  const lines = ["RRULE:FREQ=DAILY;COUNT=250"];
  await importFile(
    h,
    calendarFile([event({ uid: "daily", start: "20260101T080000", zone: "Europe/Berlin", lines })]),
  );
  const query = { from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z" };
  const [daily] = await h.operator("GET /planner/artifacts", { query });
  assert.deepEqual([daily!.occurrences!.length, daily!.occurrenceCount], [200, 250]);
  const [week] = await h.operator("GET /planner/artifacts", {
    query: { ...query, to: "2026-01-08T00:00:00Z" },
  });
  assert.deepEqual([week!.occurrences!.length, week!.occurrenceCount], [7, 7]);
});
