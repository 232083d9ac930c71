import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { configureRadicale } from "./dav_world.ts";
import { calendar, refresh } from "./planner_world.ts";
import { Radicale, radicaleTest } from "./radicale.ts";

const NOW = () => new Date("2026-03-01T00:00:00Z");

Deno.test("the differences of a plan name what later dates of a series become, as a series of their own", async () => {
  await using h = await harness({ now: NOW });
  const { id } = await h.operator("POST /planner/calendar-events/create", {
    body: { title: "Course", start: "2026-03-02T09:00:00Z", rrule: "FREQ=DAILY;COUNT=6" },
  });
  const body = {
    action: "update" as const,
    artifactId: `${id}@20260304T090000Z`,
    scope: "following" as const,
    event: { title: "Exam", location: "Hall 9" },
  };
  const { plan: { diff } } = await h.operator("POST /planner/calendar-actions", { body });
  const named = diff.map(({ title, field, after }) => [title, field, after]);
  assert.deepEqual(named.filter(([title, field]) => title === "Course" && field === "rrule"), [
    ["Course", "rrule", "FREQ=DAILY;UNTIL=20260304T085959Z"],
  ]);
  for (
    const [field, after] of [["title", "Exam"], ["location", "Hall 9"], ["start", "2026-03-04T09:00:00"]]
  ) {
    assert.ok(named.some((each) => each.join() === ["Exam", field, after].join()), JSON.stringify(diff));
  }
});

radicaleTest("the differences of a plan for several tasks name those of each", async () => {
  await using radicale = await Radicale.start();
  await using h = await harness({ now: NOW });
  await configureRadicale(h, radicale);
  for (const uid of ["one", "two"]) {
    await radicale.put(uid, calendar([`BEGIN:VTODO\r\nUID:${uid}\r\nSUMMARY:Task ${uid}\r\nEND:VTODO`]));
  }
  await refresh(h);
  for (const { id } of await h.operator("GET /planner/tasks", { query: {} })) {
    await h.operator("PATCH /planner/tasks/:id", { params: { id }, body: { content: `notes of ${id}` } });
  }
  const { plan } = await h.operator("POST /planner/calendar-actions", {
    body: { action: "update", source: "dav" },
  });
  assert.deepEqual(plan.diff.map(({ title, field }) => [title, field]).sort(), [
    ["Task one", "content"],
    ["Task two", "content"],
  ]);
});

radicaleTest("the differences of a plan for a task name all that is written", async () => {
  await using radicale = await Radicale.start();
  await using h = await harness({ now: NOW });
  await configureRadicale(h, radicale);
  const lines = ["UID:one", "SUMMARY:Task", "DTSTART:20260301T090000Z", "DUE:20260309T090000Z"];
  await radicale.put("one", calendar(["BEGIN:VTODO", ...lines, "END:VTODO"]));
  await refresh(h);
  const [{ id } = { id: "" }] = await h.operator("GET /planner/tasks", { query: {} });
  await h.operator("PATCH /planner/tasks/:id", {
    params: { id },
    body: { due: { at: "2026-03-12T09:00:00Z" }, priority: 1, tags: ["home", "tax"], progress: 40 },
  });
  const { plan } = await h.operator("POST /planner/calendar-actions", {
    body: { action: "update", taskId: id },
  });
  assert.deepEqual(plan.diff.map(({ field, before, after }) => [field, before, after]).sort(), [
    ["due", "2026-03-09T09:00:00", "2026-03-12T09:00:00"],
    ["priority", "0", "1"],
    ["progress", "0", "40"],
    ["tags", "", "home,tax"],
  ]);
});
