import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile, refresh } from "./planner_world.ts";

const WRONG: readonly (readonly [rule: string, said: string])[] = [
  ["FREQ=DAILY;BYDAY=XX", 'its rule has BYDAY with the invalid value "XX"'],
  ["FREQ=WEEKLY;WKST=MON", 'its rule has WKST with the invalid value "MON"'],
  ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", 'its rule has BYSETPOS with the invalid value "0"'],
];

Deno.test("a rule that says what no rule can is refused in a new event and a task, and named in a calendar", async () => {
  await using h = await harness({ now: () => new Date("2026-02-01T00:00:00Z") });
  for (const [rrule, said] of WRONG) {
    const made = await h.json("POST", "/planner/calendar-events/create", {
      title: "Standup",
      start: "2026-02-02T09:00:00Z",
      durationMinutes: 15,
      rrule,
    });
    assert.deepEqual([made.status, made.body], [400, { error: `The rrule cannot be used: ${said}.` }]);
    const task = await h.json("POST", "/planner/tasks", { title: "t", due: { date: "2026-02-02" }, rrule });
    assert.equal(task.status, 400, JSON.stringify(task.body));
    assert.ok(task.body.error.includes(said), task.body.error);
  }
  const events = WRONG.map(([rule], at) =>
    event({ uid: `${at}`, start: "20260202T090000Z", title: `${at}`, lines: [`RRULE:${rule}`] })
  );
  await importFile(h, calendarFile(events));
  const { errors } = await refresh(h, { full: true });
  for (const [at, [, said]] of WRONG.entries()) {
    assert.ok(errors[at]!.reason.endsWith(`${said}.`), errors[at]!.reason);
  }
});
