import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = new Date("2026-03-02T08:00:00Z");
const ask = (h: Harness, question: string) => h.operator("POST /planner/ask", { body: { question } });

Deno.test("what is due and what conflicts is computed; a place is quoted as the place of its event", async () => {
  await using h = await harness({ now: () => NOW });
  await importFile(
    h,
    calendarFile([
      event({
        uid: "a",
        start: "20260303T090000Z",
        title: "Review",
        lines: ["LOCATION:Harbour office", "ATTENDEE;CN=Ann Miller:mailto:ann@home.example"],
      }),
      event({ uid: "b", start: "20260303T093000Z", title: "Standup" }),
    ]),
  );
  const tasks: string[] = [];
  for (const [title, date] of [["Send the report", "2026-03-03"], ["Pay the rent", "2026-03-04"]] as const) {
    tasks.push((await h.operator("POST /planner/tasks", { body: { title, due: { date } } })).id);
  }
  const due = await ask(h, "What is due this week?");
  assert.deepEqual([due.interpreted.intent, due.method, due.dropped], ["due", "computed", 0]);
  assert.deepEqual(due.citations.map(({ taskId }) => taskId), tasks);
  const clash = await ask(h, "Are there any conflicts on Tuesday?");
  assert.equal(clash.interpreted.intent, "conflicts");
  assert.match(clash.answer, /"Review" and "Standup"/);
  assert.deepEqual(clash.interpreted.people, []);
  const met = await ask(h, "When do I meet Ann about the review?");
  assert.deepEqual([met.interpreted.people, met.interpreted.terms], [["ann"], ["ann", "review"]]);
  const place = await ask(h, "harbour office");
  assert.deepEqual(place.citations.map(({ field, quote }) => [field, quote]), [[
    "location",
    "Harbour office",
  ]]);
});

Deno.test("sources that were never read answer nothing, and say so", async () => {
  await using h = await harness({ now: () => NOW });
  const sources = [{ id: "home", kind: "ics_file" as const, path: calendarFile([]) }];
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC", sources } });
  assert.equal((await ask(h, "What is on Friday?")).refusal?.reason, "stale_sources");
  await h.operator("POST /planner/refresh", { body: {} });
  assert.equal((await ask(h, "What is on Friday?")).status, "answered");
});
