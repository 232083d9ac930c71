import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

const RULES: readonly (readonly [rule: string, words: string])[] = [
  ["FREQ=WEEKLY", "every week"],
  ["FREQ=WEEKLY;INTERVAL=2;WKST=MO", "every 2 weeks"],
  ["FREQ=WEEKLY;BYDAY=TH", "every week on Thursday"],
  ["FREQ=MONTHLY;BYDAY=-1FR", "every month on last Friday"],
  ["FREQ=DAILY;BYHOUR=9;UNTIL=20270101T100000Z", "every day at 9 AM until January 1, 2027"],
];

Deno.test("a repetition is said in words that add nothing to its rule, in quick add, a task and an event", async () => {
  await using h = await harness({ now: () => new Date("2026-11-23T15:00:00Z") });
  const events = RULES.map(([rule], at) =>
    event({ uid: `${at}`, start: "20261124T090000Z", title: `${at}`, lines: [`RRULE:${rule}`] })
  );
  await importFile(h, calendarFile(events));
  const artifacts = await h.operator("GET /planner/artifacts");
  for (const [at, [rrule, words]] of RULES.entries()) {
    const body = { title: "Water", due: { date: "2026-11-30" }, rrule };
    assert.equal((await h.operator("POST /planner/tasks", { body })).repeats, words, rrule);
    assert.equal(artifacts.find(({ title }) => title === `${at}`)!.repeats, words, rrule);
  }
  const quick = await h.operator("POST /planner/tasks", { body: { quickAdd: "Water plants every week" } });
  assert.deepEqual([quick.parsed![0]!.as, quick.repeats], ["repeats every week", "every week"]);
  const once = await h.operator("POST /planner/tasks", { body: { quickAdd: "Call Ann" } });
  assert.deepEqual([once.rrule, once.repeats], [null, null]);
});
