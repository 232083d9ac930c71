import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

const NOW = () => new Date("2026-03-01T12:00:00Z");

/** A task that is due on Tuesday the third by the local clock, though on another day in UTC, and one for each day around. */
async function withTasks(h: Harness, timeZone: string, dueAt: string) {
  await importFile(
    h,
    calendarFile(
      ["20260302", "20260303", "20260304"].map((start) =>
        event({ uid: start, start, title: `Fair ${start}` })
      ),
    ),
    { timeZone },
  );
  for (const day of ["2026-03-02", "2026-03-03", "2026-03-04"]) {
    await h.operator("POST /planner/tasks", { body: { title: `Fair day ${day}`, due: day } });
  }
  await h.operator("POST /planner/tasks", { body: { title: "Fair time", due: dueAt } });
}

const WANTED = ["Fair day 2026-03-03", "Fair time"];

for (
  const [timeZone, dueAt] of [
    ["Asia/Tokyo", "2026-03-02T23:30:00Z"],
    ["America/Los_Angeles", "2026-03-04T05:00:00Z"],
    ["UTC", "2026-03-03T12:00:00Z"],
  ] as const
) {
  Deno.test(`what is on a day is found by the clock of the planner, in ${timeZone}`, async () => {
    await using h = await harness({ now: NOW });
    await withTasks(h, timeZone, dueAt);
    const day = { from: "2026-03-03", to: "2026-03-03" };
    for (const query of [{ due: "2026-03-03" }, { dueFrom: "2026-03-03", dueTo: "2026-03-03" }]) {
      const tasks = await h.operator("GET /planner/tasks", { query });
      assert.deepEqual(tasks.map(({ title }) => title).sort(), WANTED);
    }
    const later = await h.operator("GET /planner/tasks", { query: { dueFrom: "2026-03-04" } });
    assert.deepEqual(later.map(({ title }) => title), ["Fair day 2026-03-04"]);
    const hits = await h.operator("GET /planner/search", { query: { q: "fair", ...day } });
    assert.deepEqual(hits.map(({ title }) => title).sort(), ["Fair 20260303", ...WANTED]);
    const file = await (await h.send(`/planner/export?${new URLSearchParams(day)}`)).text();
    const exported = [...file.matchAll(/^SUMMARY:(.*?)\r?$/gm)].map(([, title]) => title);
    assert.deepEqual(exported.sort(), ["Fair 20260303", ...WANTED]);
  });
}
