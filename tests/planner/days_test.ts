import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

Deno.test("a day that its month does not have is no day of the next month", async () => {
  await using h = await harness({ now: () => new Date("2026-02-01T00:00:00Z") });
  const file = calendarFile([
    event({ uid: "none", start: "20260230T090000" }),
    event({ uid: "leap", start: "20280229T090000" }),
    event({
      uid: "series",
      start: "20260227T090000",
      lines: ["RRULE:FREQ=DAILY;COUNT=4", "EXDATE:20260229T090000"],
    }),
  ]);
  const until = { uid: "until", start: "20260227T090000", title: "Until" };
  const lines = ["RRULE:FREQ=DAILY;UNTIL=20260230T090000"];
  const { errors: none } = await importFile(h, calendarFile([event({ ...until, lines })]));
  const [ends] = await h.operator("GET /planner/artifacts", {
    query: { from: "2026-02-01", to: "2026-04-01" },
  });
  assert.deepEqual([none, ends!.occurrences!.length], [[], 2], "a rule ends with its month");
  const { errors, counts } = await importFile(h, file);
  assert.equal(counts.seen, 2);
  assert.match(errors.map(({ reason }) => reason).join("\n"), /DTSTART "20260230T090000" is not a date/i);
  const query = { from: "2026-02-01", to: "2026-04-01" };
  const [series, ...others] = await h.operator("GET /planner/artifacts", { query });
  assert.deepEqual(others, []);
  assert.deepEqual(series!.occurrences!.map(({ start }) => start.slice(5, 10)), [
    "02-27",
    "02-28",
    "03-01",
    "03-02",
  ]);
});
