import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import { createCalendar } from "../../ui/planner/calendar/store.ts";
import type { Frame } from "../../ui/shell/mod.ts";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

const MANY = 1_001;

Deno.test("the calendar has every event of its days, also of more than one answer contains", async () => {
  const now = new Date("2026-03-02T07:00:00Z");
  await using h = await harness({ now: () => now });
  const events = Array.from({ length: MANY }, (_, n) => event({ uid: `e${n}`, start: "20260303T090000Z" }));
  await importFile(h, calendarFile(events));
  const frame: Partial<Frame> = { call: h.operator, clock: signal(now.getTime()) };
  const calendar = createCalendar(frame as Frame);
  await calendar.show({ view: "week", date: null });
  assert.equal(calendar.problem.value, null);
  assert.equal(calendar.value.value!.blocks.filter(({ kind }) => kind === "event").length, MANY);
});
