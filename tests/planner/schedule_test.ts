import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";

/** Monday, 2 March 2026, 09:00 in Berlin: work begins. */
const NOW = new Date("2026-03-02T08:00:00Z");

async function open(): Promise<Harness> {
  const h = await harness({ now: () => NOW });
  await h.operator("POST /planner/settings", { body: { timeZone: "Europe/Berlin" } });
  return h;
}

type Body = Record<string, unknown>;
const create = (h: Harness, body: Body) => h.operator("POST /planner/tasks", { body: body as never });
const schedule = (h: Harness, id: string, body: Body) =>
  h.operator("POST /planner/tasks/:id/schedule", { params: { id }, body: body as never });
const scheduleAll = (h: Harness, body: Body) =>
  h.operator("POST /planner/tasks/_bulk/schedule", { body: body as never });

Deno.test("time is found for a task after the tasks that it waits for, in whatever order they are named", async () => {
  await using h = await open();
  const first = await create(h, { title: "Build", estimateMinutes: 60 });
  const second = await create(h, { title: "Ship", estimateMinutes: 30, dependsOn: [first.id] });
  const third = await create(h, { title: "Tell", estimateMinutes: 30, dependsOn: [second.id] });
  const alone = await h.json("POST", `/planner/tasks/${second.id}/schedule`, { auto: true });
  assert.equal(alone.status, 400);
  assert.match(alone.body.error, /"Ship" waits for "Build", which has no time yet/);
  const planned = await scheduleAll(h, { ids: [third.id, second.id, first.id], auto: true });
  assert.deepEqual(planned.map(({ title, scheduled }) => [title, scheduled!.start.slice(11, 16)]), [
    ["Tell", "09:30"],
    ["Ship", "09:00"],
    ["Build", "08:00"],
  ]);
  const items = [{ id: second.id, auto: true }, { id: first.id, start: "2026-03-02T12:00:00Z" }];
  const [ship] = await scheduleAll(h, { items });
  assert.equal(ship!.scheduled!.start, "2026-03-02T13:00:00.000Z");
  await h.operator("POST /planner/tasks/:id/toggle", { params: { id: first.id }, body: {} });
  assert.equal((await schedule(h, second.id, { auto: true })).scheduled!.start, "2026-03-02T08:00:00.000Z");
});

Deno.test("a time before its dependency, and a completion before it, are possible and said", async () => {
  await using h = await open();
  const build = await create(h, { title: "Build", estimateMinutes: 60 });
  const ship = await create(h, { title: "Ship", dependsOn: [build.id] });
  const at = { start: "2026-03-02T09:00:00Z" };
  assert.deepEqual((await schedule(h, ship.id, at)).warnings, [
    'It waits for "Build", which has no time yet.',
  ]);
  await schedule(h, build.id, { start: "2026-03-02T08:30:00Z" });
  assert.deepEqual((await schedule(h, ship.id, at)).warnings, [
    'It waits for "Build", which ends later, at 2026-03-02 10:30.',
  ]);
  assert.deepEqual((await schedule(h, ship.id, { start: "2026-03-02T09:30:00Z" })).warnings, []);
  const toggle = (id: string) => h.operator("POST /planner/tasks/:id/toggle", { params: { id }, body: {} });
  const done = await toggle(ship.id);
  assert.deepEqual([done.state, done.warnings], ["done", ['It waits for "Build", which is not done.']]);
  assert.deepEqual((await toggle(ship.id)).warnings, [], "reopened");
  await toggle(build.id);
  assert.deepEqual((await toggle(ship.id)).warnings, []);
});

Deno.test("the time that was found is said in the planner's time zone", async () => {
  await using h = await open();
  const task = await create(h, { title: "Call Ann" });
  assert.deepEqual((await schedule(h, task.id, { auto: true })).why, [
    "Set aside on 2026-03-02 from 09:00 to 09:30 (Europe/Berlin), the first 30 free minutes of working time.",
  ]);
  const full = await h.json("POST", `/planner/tasks/${task.id}/schedule`, {
    auto: true,
    durationMinutes: 600,
    within: { from: "2026-03-02", to: "2026-03-02" },
  });
  assert.match(full.body.error, /from 2026-03-02 09:00 until 2026-03-03 00:00 \(Europe\/Berlin\)/);
});

Deno.test("a local time is one of the named time zone, otherwise of the planner's", async () => {
  await using h = await open();
  const local = "2026-03-02T10:00";
  const { id } = await create(h, { title: "Call Ann", due: local });
  assert.deepEqual((await create(h, { title: "x", due: local })).due, {
    at: "2026-03-02T09:00:00.000Z",
    timeZone: "Europe/Berlin",
  });
  assert.deepEqual((await create(h, { title: "x", due: { at: local, timeZone: "Asia/Tokyo" } })).due, {
    at: "2026-03-02T01:00:00.000Z",
    timeZone: "Asia/Tokyo",
  });
  assert.deepEqual((await create(h, { title: "x", due: "2026-03-02T10:00:00+05:30" })).due, {
    at: "2026-03-02T04:30:00.000Z",
    timeZone: null,
  });
  assert.deepEqual((await create(h, { title: "x", due: "2026-03-02" })).due, { date: "2026-03-02" });
  assert.equal((await create(h, { title: "x", deferUntil: local })).deferUntil, "2026-03-02T09:00:00.000Z");
  const startOf = async (body: Body) => (await schedule(h, id, body)).scheduled!.start;
  assert.equal(await startOf({ start: local }), "2026-03-02T09:00:00.000Z");
  assert.equal(await startOf({ start: local, timeZone: "America/New_York" }), "2026-03-02T15:00:00.000Z");
  const create2 = (body: Body) => h.operator("POST /planner/calendar-events/create", { body: body as never });
  for (const [timeZone, at] of [[undefined, "09:00"], ["Asia/Tokyo", "01:00"]]) {
    const event = await create2({ title: "Review", start: local, durationMinutes: 30, timeZone });
    assert.equal(event.start!.at, `2026-03-02T${at}:00.000Z`);
  }
});

Deno.test("fields of a schedule that contradict each other are refused", async () => {
  await using h = await open();
  const { id } = await create(h, { title: "Call Ann" });
  const start = "2026-03-02T09:00:00Z";
  const refused = async (path: string, body: Body) => {
    const { status, body: { error } } = await h.json("POST", path, body);
    assert.equal(status, 400, JSON.stringify(body));
    return error as string;
  };
  for (
    const body of [
      { start, auto: true },
      { auto: true, end: start },
      { start: null, auto: true },
      { start: null, durationMinutes: 30 },
      { start, end: "2026-03-02T10:00:00Z", durationMinutes: 30 },
      { start, within: { from: "2026-03-02", to: "2026-03-03" } },
    ]
  ) {
    await refused(`/planner/tasks/${id}/schedule`, body);
    await refused("/planner/tasks/_bulk/schedule", { items: [{ id, ...body }] });
  }
  for (
    const body of [{ ids: [id] }, {}, { ids: [id], auto: true, items: [{ id, start }] }, {
      items: [{ id, start }],
      auto: true,
    }]
  ) {
    assert.match(await refused("/planner/tasks/_bulk/schedule", body), /either ids with auto, or items/);
  }
  assert.match(await refused("/planner/tasks/reorder", { id, beforeId: id }), /another task/);
  assert.equal((await h.operator("GET /planner/tasks", {}))[0]!.scheduled, null);
  assert.match(await refused("/planner/tasks", { title: "x", due: "tomorrow" }), /a date such as 2026-03-02/);
});

Deno.test("free times are proposed one for each half day, the first of them is the one that auto takes, and none is reserved", async () => {
  await using h = await open();
  const task = await create(h, { title: "Write", estimateMinutes: 90 });
  const taken = await create(h, { title: "Stand-up", estimateMinutes: 60 });
  await schedule(h, taken.id, { start: "2026-03-02T08:30:00Z" });
  const propose = (query: Body = {}) =>
    h.operator("GET /planner/tasks/:id/free-times", { params: { id: task.id }, query: query as never });
  const proposed = await propose();
  assert.deepEqual(proposed, [
    { start: "2026-03-02T09:30:00.000Z", end: "2026-03-02T11:00:00.000Z" },
    { start: "2026-03-02T11:00:00.000Z", end: "2026-03-02T12:30:00.000Z" },
    { start: "2026-03-03T08:00:00.000Z", end: "2026-03-03T09:30:00.000Z" },
  ]);
  assert.equal((await propose({ durationMinutes: 30 }))[0]!.start, "2026-03-02T08:00:00.000Z");
  assert.deepEqual(await propose(), proposed, "nothing was reserved");
  const { scheduled } = await schedule(h, task.id, { auto: true });
  assert.deepEqual({ start: scheduled!.start, end: scheduled!.end }, proposed[0]);
  await h.operator("PATCH /planner/tasks/:id", {
    params: { id: task.id },
    body: { due: { date: "2026-03-02" } },
  });
  assert.equal((await propose()).length, 2, "only until it is due");
  const long = await h.json("GET", `/planner/tasks/${task.id}/free-times?durationMinutes=600`);
  assert.equal(long.status, 400);
  assert.match(long.body.error, /"Write" takes 600 min, and there is no free working time of that length/);
});
