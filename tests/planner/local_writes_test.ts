import assert from "node:assert/strict";
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
