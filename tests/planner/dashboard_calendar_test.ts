import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

Deno.test("the dashboard's calendar has events by occurrence, blocks and due days, with their conflicts; too wide a span is 400", async () => {
  await using h = await harness({ now: () => new Date("2026-03-01T00:00:00Z") });
  await importFile(
    h,
    calendarFile([
      event({ uid: "a", start: "20260302T090000Z", title: "Standup", lines: ["RRULE:FREQ=DAILY;COUNT=2"] }),
      event({ uid: "b", start: "20260302T093000Z", title: "Lunch" }),
      event({ uid: "c", start: "20260303", title: "Fair", lines: ["TRANSP:TRANSPARENT"] }),
    ]),
  );
  const { id } = await h.operator("POST /planner/tasks", {
    body: { title: "Report", due: { date: "2026-03-03" } },
  });
  await h.operator("POST /planner/tasks/:id/schedule", {
    params: { id },
    body: { start: "2026-03-02T12:00:00Z" },
  });
  const body = { from: "2026-03-02T00:00:00Z", to: "2026-03-04T00:00:00Z" };
  const shown = await h.operator("POST /dashboard/calendar/events", { body });
  assert.deepEqual(
    shown.map(({ kind, title, start, end, allDay }) => [kind, title, start, end, allDay]),
    [
      ["event", "Standup", "2026-03-02T09:00:00.000Z", "2026-03-02T10:00:00.000Z", false],
      ["event", "Lunch", "2026-03-02T09:30:00.000Z", "2026-03-02T10:30:00.000Z", false],
      ["task", "Report", "2026-03-02T12:00:00.000Z", "2026-03-02T12:30:00.000Z", false],
      ...shown.filter(({ allDay }) => allDay).map((
        { kind, title, start, end },
      ) => [kind, title, start, end, true]),
      ["event", "Standup", "2026-03-03T09:00:00.000Z", "2026-03-03T10:00:00.000Z", false],
    ],
  );
  const days = shown.filter(({ allDay }) => allDay);
  assert.deepEqual(days.map(({ title, start, end }) => [title, start, end]).sort(), [
    ["Fair", "2026-03-03T00:00:00.000Z", "2026-03-04T00:00:00.000Z"],
    ["Report", "2026-03-03T00:00:00.000Z", "2026-03-04T00:00:00.000Z"],
  ]);
  const [conflict] = (await h.operator("GET /planner/conflicts")).filter(({ kind }) =>
    kind === "double_booked"
  );
  assert.ok(shown[0]!.conflictIds.includes(conflict!.id) && shown[1]!.conflictIds.includes(conflict!.id));
  assert.deepEqual([shown[0]!.href, shown[2]!.href], [
    "/dashboard/planner?view=day&date=2026-03-02",
    "/dashboard/planner?tab=tasks",
  ]);
  assert.deepEqual(shown.at(-1)!.conflictIds, [], "the same event on another day has no part in it");
  const tasks = await h.operator("POST /dashboard/calendar/events", {
    body: { ...body, include: ["tasks"] },
  });
  assert.deepEqual(new Set(tasks.map(({ kind }) => kind)), new Set(["task"]));
  assert.deepEqual(
    await h.operator("POST /dashboard/calendar/events", {
      body: { ...body, sources: ["other"], include: ["events"] },
    }),
    [],
  );
  const wide = await h.json("POST", "/dashboard/calendar/events", { ...body, to: "2026-06-01T00:00:00Z" });
  assert.deepEqual([wide.status, /62 days/.test(wide.body.error)], [400, true]);
});
