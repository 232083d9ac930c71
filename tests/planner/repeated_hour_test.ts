import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { calendar, calendarFile, event, importFile } from "./planner_world.ts";

// In Berlin the clocks go back at 01:00 UTC: what is 02:30 there at 00:30 UTC is 02:30 again at 01:30 UTC.
const FIRST = "2026-10-25T00:30:00.000Z";
const SECOND = "2026-10-25T01:30:00.000Z";

async function inBerlin(): Promise<Harness> {
  const h = await harness({ now: () => new Date("2026-10-01T00:00:00Z") });
  await h.operator("POST /planner/settings", { body: { timeZone: "Europe/Berlin" } });
  return h;
}

const create = (h: Harness, more: { start: string; durationMinutes?: number; rrule?: string }) =>
  h.operator("POST /planner/calendar-events/create", { body: { title: "Shift", ...more } });
const timesOf = ({ start, end }: Awaited<ReturnType<typeof create>>) => [start?.at, end?.at];

async function update(h: Harness, artifactId: string, event: object) {
  const body = { action: "update", artifactId, event };
  const planned = await h.json("POST", "/planner/calendar-actions", body);
  if (planned.status !== 201) return planned.body.error as string;
  const { id: actionId, planSha256 } = planned.body;
  await h.operator("POST /planner/calendar-actions/execute", { body: { actionId, planSha256 } });
  return timesOf(await h.operator("GET /planner/artifacts/:id", { params: { id: artifactId } }));
}

Deno.test("an event keeps a moment whose local time comes twice", async () => {
  await using h = await inBerlin();
  assert.deepEqual(timesOf(await create(h, { start: FIRST, durationMinutes: 60 })), [FIRST, SECOND]);
  const second = await create(h, { start: SECOND, durationMinutes: 30 });
  assert.deepEqual(timesOf(second), [SECOND, "2026-10-25T02:00:00.000Z"]);
  const long = await create(h, { start: "2026-10-24T23:00:00Z", durationMinutes: 150 });
  assert.deepEqual(timesOf(long), ["2026-10-24T23:00:00.000Z", SECOND]);
});

Deno.test("the new end of an event that the clocks go back in is the moment that was given", async () => {
  await using h = await inBerlin();
  const { id } = await create(h, { start: "2026-10-24T23:00:00Z", durationMinutes: 60 });
  for (const end of [SECOND, "2026-10-25T04:00:00.000Z"]) {
    assert.deepEqual(await update(h, id, { end }), ["2026-10-24T23:00:00.000Z", end]);
  }
  assert.match(await update(h, id, { start: SECOND }) as string, /second time/);
  const both = await update(h, id, { end: SECOND, durationMinutes: 5 });
  assert.match(both as string, /Set end or durationMinutes, not both/);
});

Deno.test("a series does not begin at a moment whose local time comes for the second time", async () => {
  await using h = await inBerlin();
  const body = { title: "Shift", start: SECOND, rrule: "FREQ=DAILY;COUNT=2" };
  const { status, body: answer } = await h.json("POST", "/planner/calendar-events/create", body);
  assert.equal(status, 400);
  assert.match(answer.error, /second time/);
});

Deno.test("an exported event that ends at a local time that comes twice lasts as long as it does", async () => {
  await using h = await inBerlin();
  const shift = { uid: "shift", start: "20261025T010000", zone: "Europe/Berlin" };
  const text = calendar([event(shift).replace("PT1H", "PT150M")]);
  await importFile(h, calendarFile([], text), { timeZone: "Europe/Berlin" });
  const exported = await (await h.send("/planner/export")).text();
  assert.match(exported, /DURATION:PT9000S/);
  await importFile(h, calendarFile([], exported), { timeZone: "Europe/Berlin" });
  const [artifact] = await h.operator("GET /planner/artifacts", { query: {} });
  assert.equal(artifact!.end!.at, SECOND);
});
