import assert from "node:assert/strict";
import { harness } from "../harness.ts";

Deno.test("a name of a time zone in which nothing can be computed is refused", async () => {
  await using h = await harness();
  const start = "2026-12-20T10:00";
  for (const timeZone of ["Z", "z", "Nowhere/City", "+01:00", "A"]) {
    for (
      const [path, body] of [
        ["/planner/settings", { timeZone }],
        ["/planner/tasks", { title: "x", due: { at: start, timeZone } }],
        ["/planner/calendar-events/create", { title: "x", start, timeZone }],
      ] as const
    ) {
      const { status } = await h.json("POST", path, body);
      assert.equal(status, 400, `${path} ${timeZone}`);
    }
  }
  for (const timeZone of ["utc", "Etc/GMT+5", "GMT", "Asia/Calcutta"]) {
    await h.operator("POST /planner/settings", { body: { timeZone } });
    await h.operator("POST /planner/tasks", { body: { title: "x", due: { at: start, timeZone } } });
    await h.operator("POST /planner/calendar-events/create", { body: { title: "x", start, timeZone } });
    await h.operator("GET /planner/conflicts");
  }
});
