import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile } from "./planner_world.ts";

Deno.test("a task that is due on the last day that a date can name is listed like any other", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T07:00:00Z") });
  const path = calendarFile([], "- [ ] Someday 📅 9999-12-31\n");
  await h.operator("POST /planner/settings", {
    body: { timeZone: "America/New_York", sources: [{ id: "notes", kind: "markdown", path }] },
  });
  await h.operator("POST /planner/refresh", { body: {} });
  const task = await h.operator("POST /planner/tasks", { body: { title: "Later", due: "9999-12-31" } });
  assert.deepEqual(task.due, { date: "9999-12-31" });
  const tasks = await h.operator("GET /planner/tasks");
  assert.deepEqual(tasks.map(({ title }) => title).sort(), ["Later", "Someday"]);
  assert.deepEqual(await h.operator("GET /planner/conflicts"), []);
  await h.operator("POST /dashboard/calendar/events", { body: {} });
  const { status } = await h.json("POST", "/planner/tasks", {
    title: "Too late",
    due: "9999-12-31T23:00:00-05:00",
  });
  assert.equal(status, 400, "its year would have five digits in UTC");
  const { answer } = await h.operator("POST /planner/ask", { body: { question: "What is due this week?" } });
  assert.match(answer, /No task is due/);
});
