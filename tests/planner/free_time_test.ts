import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = new Date("2026-03-02T08:00:00Z");
const open = () => harness({ now: () => NOW });

const create = (h: Harness, body: object) =>
  h.operator("POST /planner/tasks", { body: { title: "Write", estimateMinutes: 60, ...body } });
const propose = async (h: Harness, id: string) =>
  (await h.operator("GET /planner/tasks/:id/free-times", { params: { id } })).map(({ start }) =>
    start.slice(0, 16)
  );
const auto = (h: Harness, id: string, within: { from: string; to: string }) =>
  h.json("POST", `/planner/tasks/${id}/schedule`, { auto: true, within });

Deno.test("the buffer of an event that begins or ends where free time is looked for is kept", async () => {
  await using h = await open();
  await importFile(h, calendarFile([event({ uid: "noon", start: "20260303T120000Z" })]), {
    bufferMinutes: 30,
  });
  const { id } = await create(h, { due: "2026-03-03T12:00:00Z" });
  const before = { from: "2026-03-03T10:45:00Z", to: "2026-03-03T12:00:00Z" };
  assert.equal((await auto(h, id, before)).status, 400);
  const after = { from: "2026-03-03T13:00:00Z", to: "2026-03-03T15:00:00Z" };
  assert.equal((await auto(h, id, after)).body.scheduled.start, "2026-03-03T13:30:00.000Z");
  const { answer } = await h.operator("POST /planner/ask", {
    body: { question: "When am I free for 1 hour?", from: before.from, to: before.to },
  });
  assert.match(answer, /No 60 minutes/);
});

Deno.test("the daily cap counts what is planned on the whole day", async () => {
  await using h = await open();
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC", dailyCapMinutes: 120 } });
  const morning = await create(h, { estimateMinutes: 90 });
  await h.operator("POST /planner/tasks/:id/schedule", {
    params: { id: morning.id },
    body: { start: "2026-03-03T09:00:00Z" },
  });
  const { id } = await create(h, {});
  const { status } = await auto(h, id, { from: "2026-03-03T13:00:00Z", to: "2026-03-03T17:00:00Z" });
  assert.equal(status, 400);
  assert.deepEqual(await propose(h, id), ["2026-03-02T09:00", "2026-03-02T12:00", "2026-03-04T09:00"]);
});

Deno.test("no time is called free for which no occurrences are known", async () => {
  await using h = await open();
  await importFile(
    h,
    calendarFile([event({ uid: "all", end: "20260302T170000", lines: ["RRULE:FREQ=DAILY"] })]),
  );
  const { id } = await create(h, {});
  for (
    const body of [
      { auto: true, within: { from: "2030-01-01", to: "2030-01-02" } },
      { start: "2030-01-01T10:00:00Z", strict: true },
    ]
  ) {
    const { status, body: { error } } = await h.json("POST", `/planner/tasks/${id}/schedule`, body);
    assert.equal(status, 400);
    assert.match(error, /Occurrences are known from/);
  }
});

Deno.test("a deadline is at risk in a later range as in the usual one: what is before the range takes time too", async () => {
  await using h = await open();
  await importFile(
    h,
    calendarFile([
      event({ uid: "day", start: "20260302T080000Z", end: "20260302T180000Z", title: "Workshop" }),
    ]),
    { workingHours: { mon: [{ start: "09:00", end: "17:00" }], tue: [{ start: "09:00", end: "11:00" }] } },
  );
  await create(h, { due: "2026-03-03", estimateMinutes: 180 });
  for (const query of [{}, { from: "2026-03-03", to: "2026-03-04" }]) {
    const [late] = await h.operator("GET /planner/conflicts", { query });
    assert.deepEqual([late?.kind, late?.minutes], ["deadline_at_risk", 60]);
  }
});

Deno.test("working hours that overlap or are out of order count once, from the earliest on", async () => {
  await using h = await open();
  const tue = [["13:00", "15:00"], ["09:00", "12:00"], ["10:00", "12:00"]].map(([start, end]) => ({
    start,
    end,
  }));
  await h.json("POST", "/planner/settings", { timeZone: "UTC", workingHours: { tue } });
  const { id } = await create(h, {});
  assert.deepEqual((await propose(h, id)).slice(0, 2), ["2026-03-03T09:00", "2026-03-03T13:00"]);
  await create(h, { due: "2026-03-03", estimateMinutes: 360 });
  const [late] = await h.operator("GET /planner/conflicts");
  assert.deepEqual([late?.kind, late?.minutes], ["deadline_at_risk", 60]);
});
