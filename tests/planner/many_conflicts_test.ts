import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = new Date("2026-03-02T07:00:00Z");
const WORK = [{ start: "08:00", end: "17:00" }];
const HOURS = { mon: WORK, tue: WORK, wed: WORK, thu: WORK, fri: WORK };
const CROWD = 40;
/** Each of the crowd against each other. */
const PAIRS = CROWD * (CROWD - 1) / 2;

/** A planner with more conflicts on Tuesday than one response contains, and one of each of two kinds on Thursday. */
async function crowded(): Promise<Harness> {
  const h = await harness({ now: () => NOW });
  const crowd = Array.from(
    { length: CROWD },
    (_, i) => event({ uid: `c${i}`, start: `20260303T09${String(i).padStart(2, "0")}00Z`, title: `C${i}` }),
  );
  const late = [
    event({ uid: "x", start: "20260305T163000Z", title: "X" }),
    event({ uid: "y", start: "20260305T160000Z", title: "Y" }),
  ];
  await importFile(h, calendarFile([...crowd, ...late]), { workingHours: HOURS });
  return h;
}

type Query = Record<string, string>;

async function listed(h: Harness, query: Query = {}) {
  const response = await h.json("GET", `/planner/conflicts?${new URLSearchParams(query)}`);
  assert.equal(response.status, 200);
  const conflicts = response.body as { id: string; kind: string; artifactIds: string[]; start: string }[];
  return { conflicts, total: response.headers.get("x-agent-harness-total") };
}

Deno.test("conflicts beyond the 400 of one response are counted, and offset reaches each of them", async () => {
  await using h = await crowded();
  const first = await listed(h, { limit: "400" });
  assert.deepEqual([first.conflicts.length, first.total], [400, String(PAIRS + 2)]);
  assert.equal((await listed(h, { limit: "1000" })).conflicts.length, 400);
  const second = await listed(h, { limit: "400", offset: "400" });
  const ids = [...first.conflicts, ...second.conflicts].map(({ id }) => id);
  assert.equal(new Set(ids).size, PAIRS + 2);
  assert.equal((await listed(h, { offset: "5000" })).conflicts.length, 0);
});

Deno.test("a filter applies to all conflicts, not to the earliest 400", async () => {
  await using h = await crowded();
  const { conflicts, total } = await listed(h, { kinds: "outside_hours" });
  assert.deepEqual([conflicts.map(({ kind }) => kind), total], [["outside_hours"], "1"]);
});

Deno.test("where the earliest are suppressed, the later ones are shown", async () => {
  await using h = await crowded();
  for (const { id } of await h.operator("GET /planner/artifacts", { query: { date: "2026-03-03" } })) {
    await h.operator("POST /planner/conflicts/by-artifact/:id/suppress", { params: { id }, body: {} });
  }
  const { conflicts, total } = await listed(h);
  assert.deepEqual([conflicts.map(({ kind }) => kind), total], [["double_booked", "outside_hours"], "2"]);
  const { bySource, total: pending } = await h.operator("GET /planner/refresh/pending");
  assert.equal(bySource.find(({ id }) => id === "home")!.conflicts, 2, "what is suppressed is not pending");
  assert.ok(pending >= 2);
});

Deno.test("by artifact and by id, the conflicts after the earliest 400 are suppressed, too", async () => {
  await using h = await crowded();
  const [x] = await h.operator("GET /planner/artifacts", { query: { date: "2026-03-05", query: "X" } });
  const suppressed = await h.operator("POST /planner/conflicts/by-artifact/:id/suppress", {
    params: { id: x!.id },
    body: {},
  });
  assert.deepEqual(suppressed.map(({ kind }) => kind).toSorted(), ["double_booked", "outside_hours"]);
  const { bySource } = await h.operator("GET /planner/refresh/pending");
  assert.equal(bySource.find(({ id }) => id === "home")!.conflicts, PAIRS, "all are counted");
});

Deno.test("a conflict that a later range shows can be suppressed", async () => {
  await using h = await harness({ now: () => NOW });
  const twice = ["20270105T090000Z", "20270105T093000Z"].map((start, i) => event({ uid: `${i}`, start }));
  await importFile(h, calendarFile(twice), { workingHours: HOURS });
  const { conflicts: [found] } = await listed(h, { from: "2027-01-05", to: "2027-01-06" });
  const { state } = await h.operator("POST /planner/conflicts/:id/suppress", {
    params: { id: found!.id },
    body: {},
  });
  assert.equal(state, "active");
});

Deno.test("an answer about conflicts says how many more there are, and leaves out what is suppressed", async () => {
  await using h = await crowded();
  const ask = async () =>
    (await h.operator("POST /planner/ask", {
      body: { question: "What conflicts are there?", from: "2026-03-03", to: "2026-03-06", limit: 5 },
    })).sentences.map(({ text }) => text);
  const texts = await ask();
  assert.deepEqual([texts.length, texts.at(-1)], [6, `There are ${PAIRS + 2 - 5} more.`]);
  for (const { id } of await h.operator("GET /planner/artifacts")) {
    await h.operator("POST /planner/conflicts/by-artifact/:id/suppress", { params: { id }, body: {} });
  }
  assert.match((await ask()).join(), /^There are no conflicts/);
});
