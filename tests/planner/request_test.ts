import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = new Date("2026-03-02T07:00:00Z");

async function world(h: Harness) {
  await h.operator("POST /planner/settings", { body: { timeZone: "Europe/Berlin" } });
  const make = (title: string, start: string, more: object = {}) =>
    h.operator("POST /planner/calendar-events/create", {
      body: { title, start, durationMinutes: 60, timeZone: "Europe/Berlin", ...more },
    });
  await make("Standup", "2026-03-03T08:00:00Z", { rrule: "FREQ=DAILY;COUNT=5" });
  await make("Design review", "2026-03-04T13:00:00Z");
  await make("Budget review", "2026-03-05T13:00:00Z");
  await h.operator("POST /planner/tasks", { body: { title: "Write the report" } });
}

const plan = (h: Harness, request: string, more: object = {}) =>
  h.json("POST", "/planner/calendar-actions", { request, ...more });

const readings = ({ parsed }: { parsed: { field: string; value: string }[] }) =>
  Object.fromEntries(parsed.map(({ field, value }) => [field, value]));

async function agenda(h: Harness): Promise<string[]> {
  const list = await h.operator("GET /planner/artifacts", {
    query: { from: "2026-03-02", to: "2026-03-20" },
  });
  return list.flatMap(({ title, occurrences }) =>
    occurrences!.map(({ start }) => `${start.slice(0, 16)} ${title}`)
  )
    .sort();
}

Deno.test("a request in words becomes a plan that shows how it was read, and does that", async () => {
  await using h = await harness({ now: () => NOW });
  await world(h);
  const done = async (request: string) => {
    const { status, body } = await plan(h, request);
    assert.equal(status, 201, `${request}: ${body.error}`);
    const { id: actionId, planSha256 } = body;
    const result = await h.operator("POST /planner/calendar-actions/execute", {
      body: { actionId, planSha256 },
    });
    assert.equal(result.status, "executed", request);
    assert.deepEqual(result.parsed, body.parsed);
    return readings(body);
  };
  assert.deepEqual(await done("Move the design review to Friday at 15:00"), {
    action: "move",
    event: '"Design review" on 2026-03-04 at 14:00',
    start: "2026-03-06T15:00",
  });
  assert.deepEqual(await done("Cancel standup on 2026-03-04"), {
    action: "cancel",
    event: '"Standup" on 2026-03-04 at 09:00',
    scope: "this",
  });
  assert.deepEqual(await done("Cancel the standup on 2026-03-06 and following"), {
    action: "cancel",
    event: '"Standup" on 2026-03-06 at 09:00',
    scope: "following",
  });
  assert.deepEqual(await done("Rename the whole series of standup to Daily"), {
    action: "rename",
    event: '"Standup" on 2026-03-03 at 09:00',
    scope: "all",
    title: "Daily",
  });
  assert.deepEqual(await done('Create "Lunch to remember" tomorrow at 12:30 for 45 minutes every week'), {
    action: "create",
    title: "Lunch to remember",
    start: "2026-03-03T12:30",
    durationMinutes: "45",
    rrule: "FREQ=WEEKLY",
  });
  assert.deepEqual(await done("Block 2h for the report tomorrow at 15:00"), {
    action: "block_time",
    task: "Write the report",
    durationMinutes: "120",
    start: "2026-03-03T15:00",
  });
  assert.deepEqual(await agenda(h), [
    "2026-03-03T08:00 Daily",
    "2026-03-03T11:30 Lunch to remember",
    "2026-03-05T08:00 Daily",
    "2026-03-05T13:00 Budget review",
    "2026-03-06T14:00 Design review",
    "2026-03-10T11:30 Lunch to remember",
    "2026-03-17T11:30 Lunch to remember",
  ]);
  const [task] = await h.operator("GET /planner/tasks");
  assert.equal(task!.scheduled?.end, "2026-03-03T16:00:00.000Z");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("words with two readings are asked back, and what is never done is refused", async () => {
  await using h = await harness({ now: () => NOW });
  await world(h);
  const before = h.store.head;
  const asked: [string, RegExp][] = [
    ["Cancel the review", /matches 2 events: "Design review" on 2026-03-04 at 14:00, "Budget review"/],
    ["Cancel standup", /repeats\. Say which occurrence you mean/],
    ["Cancel the retrospective", /No event in the next 90 days/],
    ["Move design review to 03/04", /can be read as two dates/],
    ["Move design review to Friday or Monday", /both dates\. Give only one/],
    ["Move design review to somewhere nice", /contains more than a day and a time/],
    ["Create Lunch", /Add when/],
    ["Block 2h for the garden tomorrow at 15:00", /No open task/],
    ["Think about the review", /must begin with an action/],
    ["Pay the invoice tomorrow at 15:00", /policy_blocked|must begin/],
    ["Book a flight and pay for it tomorrow at 9:00", /policy_blocked/],
  ];
  for (const [request, sentence] of asked) {
    const { status, body } = await plan(h, request);
    assert.equal(status, 400, request);
    assert.match(body.error, sentence, request);
  }
  const both = await plan(h, "Cancel the design review", { action: "cancel" });
  assert.match(both.body.error, /Leave out action/);
  assert.equal(h.store.head, before, "a question changes nothing");
});
