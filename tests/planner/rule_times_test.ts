import assert from "node:assert/strict";
import { harness } from "../harness.ts";

Deno.test("a series whose rule names the time of day is not moved without a new rule", async () => {
  await using h = await harness({ now: () => new Date("2026-03-01T00:00:00Z") });
  const { id } = await h.operator("POST /planner/calendar-events/create", {
    body: { title: "Course", start: "2026-03-03T09:00:00Z", rrule: "FREQ=DAILY;BYHOUR=9;COUNT=3" },
  });
  const move = (event: object) =>
    h.json("POST", "/planner/calendar-actions", { action: "update", artifactId: id, scope: "all", event });
  const { status, body } = await move({ start: "2026-03-03T10:00:00Z" });
  assert.equal(status, 400);
  assert.match(body.error, /determines its times/);
  assert.equal((await move({ start: "2026-03-04T09:00:00Z" })).status, 201, "another day is no other time");
  const other = { start: "2026-03-03T10:00:00Z", rrule: "FREQ=DAILY;BYHOUR=10;COUNT=3" };
  assert.equal((await move(other)).status, 201);
});
