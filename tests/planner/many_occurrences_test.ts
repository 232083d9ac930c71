import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

Deno.test("a series with more occurrences than are kept is known around today", async () => {
  await using h = await harness({ now: () => new Date("2026-03-20T07:00:00Z") });
  const lines = ["RRULE:FREQ=DAILY;BYHOUR=8,14,20"];
  await importFile(h, calendarFile([event({ uid: "pill", start: "20250101T080000Z", lines })]));
  const onDay = async (date: string) =>
    (await h.operator("GET /planner/artifacts", { query: { date } })).flatMap(({ occurrences, flags }) => [
      ...flags,
      ...occurrences!.map(({ start }) => start.slice(11, 13)),
    ]);
  for (const day of ["2025-11-01", "2026-03-20", "2026-08-01"]) {
    assert.deepEqual(await onDay(day), ["recurrence_truncated", "08", "14", "20"], day);
  }
  for (const day of ["2025-09-01", "2026-10-01"]) assert.deepEqual(await onDay(day), [], day);
});
