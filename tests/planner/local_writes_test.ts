import assert from "node:assert/strict";
import type { SqlValue } from "../../store/database.ts";
import { type Harness, harness } from "../harness.ts";

const NOW = () => new Date("2026-03-01T00:00:00Z");

const create = (h: Harness, more: object = {}) =>
  h.operator("POST /planner/calendar-events/create", {
    body: { title: "Review", start: "2026-03-03T09:00:00Z", ...more },
  });
const plan = (h: Harness, artifactId: string, event: object) =>
  h.operator("POST /planner/calendar-actions", { body: { action: "update", artifactId, event } });
const execute = (h: Harness, { id, planSha256 }: { id: string; planSha256: string }) =>
  h.operator("POST /planner/calendar-actions/execute", { body: { actionId: id, planSha256 } });

Deno.test("of two changes of a local event that are made at once, the second finds that it has changed", async () => {
  await using h = await harness({ now: NOW });
  const { id } = await create(h);
  const planned = [
    await plan(h, id, { title: "Design review" }),
    await plan(h, id, { location: "Room 4" }),
  ];
  const done = await Promise.all(planned.map((each) => execute(h, each)));
  assert.deepEqual(done.map(({ status }) => status).sort(), ["executed", "stale"]);
  const { title, location } = await h.operator("GET /planner/artifacts/:id", { params: { id } });
  const written = done.findIndex(({ status }) => status === "executed");
  assert.deepEqual([title, location], written === 0 ? ["Design review", ""] : ["Review", "Room 4"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("changing a local event reads as many events among many as among few", async () => {
  await using h = await harness({ now: NOW });
  const { database } = h.store;
  const { all } = database;
  const { id } = await create(h);
  const readIn = async (title: string): Promise<number> => {
    let count = 0;
    const planned = await plan(h, id, { title });
    database.all = <Row>(sql: string, ...values: SqlValue[]) => {
      const rows = all.call(database, sql, ...values) as Row[];
      // An import compares all that it knows; nothing else looks at more than the event.
      if (/from planner_items/.test(sql) && !/json_extract/.test(sql)) count += rows.length;
      return rows;
    };
    await execute(h, planned);
    Object.assign(database, { all });
    return count;
  };
  const few = await readIn("Few");
  for (let n = 0; n < 5; n++) await create(h, { start: `2026-05-1${n}T09:00:00Z` });
  assert.equal(await readIn("Many"), few);
});

Deno.test("a local event that is years ahead appears when its time comes into the known window", async () => {
  let now = NOW();
  await using h = await harness({ now: () => now });
  const { id } = await create(h, { title: "Reunion", start: "2028-06-10T09:00:00Z" });
  await create(h, { title: "Course", rrule: "FREQ=WEEKLY" });
  now = new Date("2028-06-01T00:00:00Z");
  await h.service.planner.expandLocal();
  const query = { from: "2028-06-08", to: "2028-06-14" };
  const artifacts = await h.operator("GET /planner/artifacts", { query });
  assert.deepEqual(artifacts.map(({ title }) => title), ["Reunion", "Course"]);
  assert.equal(artifacts[0]!.id, id);
});

Deno.test("allDay takes the days of the times that it is sent with, in their zone, and contradicts no date", async () => {
  await using h = await harness({ now: NOW });
  await h.operator("POST /planner/settings", { body: { timeZone: "Europe/Berlin" } });
  const daysOf = async (more: object) => {
    const { start, end } = await create(h, more);
    return [start!.allDay, start!.local.slice(0, 10), end!.local.slice(0, 10)];
  };
  const late = { start: "2026-03-03T23:30:00Z" };
  assert.deepEqual(await daysOf({ ...late, allDay: true }), [true, "2026-03-04", "2026-03-05"]);
  assert.deepEqual(await daysOf({ start: "2026-03-03T09:00", end: "2026-03-05T00:00", allDay: true }), [
    true,
    "2026-03-03",
    "2026-03-05",
  ]);
  assert.deepEqual(await daysOf({ start: "2026-03-03", allDay: true }), [true, "2026-03-03", "2026-03-04"]);
  assert.equal((await daysOf({ ...late, allDay: false }))[0], false);
  const body = { title: "Review", start: "2026-03-03", allDay: false };
  assert.equal((await h.json("POST", "/planner/calendar-events/create", body)).status, 400);
});
