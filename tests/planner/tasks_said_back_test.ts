import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";
import { calendarFile, importFile } from "./planner_world.ts";

const NOW = new Date("2026-03-02T07:00:00Z");
const open = () => harness({ now: () => NOW });
const create = (h: Harness, body: Record<string, unknown>) =>
  h.operator("POST /planner/tasks", { body: body as never });

Deno.test("a task is read back as sent, alone and among the others", async () => {
  await using h = await open();
  const parents = [await create(h, { title: "House" }), await create(h, { title: "Garden" })];
  const said = [
    {
      title: "Paint the door",
      due: { at: "2026-03-04T10:00:00.000Z", timeZone: "Europe/Berlin" },
      deferUntil: "2026-03-03",
      rrule: "FREQ=WEEKLY",
      repeatFrom: "completion",
      spentMinutes: 20,
      people: ["Ann"],
      parentId: parents[0]!.id,
      dependsOn: [parents[1]!.id],
    },
    {
      title: "Water the roses",
      due: { at: "2026-03-05T10:00:00.000Z", timeZone: "UTC" },
      deferUntil: "2026-03-04T08:00:00.000Z",
      rrule: "FREQ=DAILY",
      repeatFrom: "due",
      spentMinutes: 45,
      people: ["bob@work.example", "Ann"],
      parentId: parents[1]!.id,
      dependsOn: [parents[0]!.id, parents[1]!.id],
    },
  ];
  for (const body of said) {
    const { id } = await create(h, body);
    const read = (await h.operator("GET /planner/tasks")).find((task) => task.id === id)!;
    for (const [field, value] of Object.entries(body)) {
      assert.deepEqual(read[field as keyof typeof read], value, field);
    }
  }
  assert.deepEqual(parents.map(({ deferUntil, rrule, people }) => [deferUntil, rrule, people]), [
    [null, null, []],
    [null, null, []],
  ], "the control: nothing is made up");
});

Deno.test("null gives each field of a task but its title the value that it has in a new task", async () => {
  await using h = await open();
  const body = {
    content: "Both sides.",
    progress: 40,
    priority: 2,
    due: { date: "2026-03-04" },
    deferUntil: "2026-03-03",
    estimateMinutes: 30,
    spentMinutes: 20,
    rrule: "FREQ=WEEKLY",
    repeatFrom: "completion",
    dependsOn: [(await create(h, { title: "Buy paint" })).id],
    parentId: (await create(h, { title: "House" })).id,
    tags: ["home"],
    people: ["Ann"],
  };
  const { id } = await create(h, { title: "Paint the door", ...body });
  const fresh: Record<string, unknown> = await create(h, { title: "Paint the wall" });
  for (const field of Object.keys(body)) {
    for (const method of ["PATCH", "PUT"]) {
      const cleared = await h.json(method, `/planner/tasks/${id}`, { [field]: null });
      assert.equal(cleared.status, 200, `${method} ${field}: ${JSON.stringify(cleared.body)}`);
      assert.deepEqual(cleared.body[field], fresh[field], field);
    }
  }
  assert.equal((await h.json("PATCH", `/planner/tasks/${id}`, { title: null })).status, 400);
});

Deno.test("quick add shows which words it read as what, and where they stood", async () => {
  await using h = await open();
  const { parsed, title } = await create(h, { quickAdd: "Call Ann #home !2 30m" });
  assert.equal(title, "Call Ann");
  assert.deepEqual(parsed!.map(({ field, text, start }) => [field, text, start]), [
    ["tags", "#home", 9],
    ["priority", "!2", 15],
    ["estimateMinutes", "30m", 18],
  ]);
  assert.equal((await create(h, { title: "Call Ann #home" })).parsed, undefined);
});

Deno.test("a task is tied to the run and the approval that it is about; to none that is not there", async () => {
  await using h = await harness({ workers: 1 });
  for (const name of ["a", "b"]) {
    using repository = TestRepository.make();
    const run = await runToRest(h, repository, { request: `create new-${name}.txt with "x"` });
    const approvalId = pendingOf(run).id;
    const task = await create(h, { title: `Look at ${name}`, runId: run.id, approvalId });
    assert.deepEqual([task.runId, task.approvalId], [run.id, approvalId]);
  }
  assert.equal((await h.json("POST", "/planner/tasks", { title: "x", runId: "run_none" })).status, 404);
});

Deno.test("a time that was said is pinned unless that was said too, one that was found is not; both name what they conflict with", async () => {
  await using h = await open();
  const [first, second, third] = [
    await create(h, { title: "Write the report", estimateMinutes: 60 }),
    await create(h, { title: "Send the report" }),
    await create(h, { title: "Archive the report" }),
  ];
  const schedule = (id: string, body: Record<string, unknown>) =>
    h.operator("POST /planner/tasks/:id/schedule", { params: { id }, body: body as never });
  const start = "2026-03-02T09:00:00.000Z";
  const said = await schedule(first!.id, { start });
  assert.deepEqual([said.scheduled?.pinned, said.conflicts], [true, []]);
  const loose = await schedule(second!.id, { start, pinned: false });
  assert.deepEqual([loose.scheduled?.pinned, loose.conflicts], [false, ["Write the report"]]);
  const [both] = await h.operator("POST /planner/tasks/_bulk/schedule", {
    body: { items: [{ id: third!.id, start: "2026-03-02T09:10:00.000Z", durationMinutes: 10 }] },
  });
  assert.deepEqual(both!.conflicts!.toSorted(), ["Send the report", "Write the report"]);
  const [found] = await h.operator("POST /planner/tasks/_bulk/schedule", {
    body: { ids: [second!.id], auto: true },
  });
  assert.deepEqual([found!.scheduled!.pinned, found!.conflicts], [false, []]);
  const toggled = await h.operator("POST /planner/tasks/_bulk/toggle", {
    body: { ids: [first!.id, second!.id], completed: true },
  });
  assert.deepEqual(toggled.map(({ state }) => state), ["done", "done"]);
  const order = await h.operator("POST /planner/tasks/reorder", { body: { ids: [third!.id, second!.id] } });
  assert.deepEqual(order.map(({ id }) => id), [third!.id, second!.id]);
});

Deno.test("an id that no task has is 404 wherever it is named, and then nothing is changed", async () => {
  await using h = await open();
  const { id } = await h.operator("POST /planner/tasks", { body: { title: "Write" } });
  const start = "2026-03-02T09:00:00.000Z";
  const events = await h.eventsOf(async () => {
    for (const other of ["nope", "plt_nope", "run_1"]) {
      for (
        const [path, body] of [
          ["/planner/tasks", { title: "Send", parentId: other }],
          ["/planner/tasks", { title: "Send", dependsOn: [id, other] }],
          ["/planner/tasks/_bulk/toggle", { ids: [id, other] }],
          ["/planner/tasks/_bulk/schedule", { ids: [id, other], auto: true }],
          ["/planner/tasks/_bulk/schedule", { items: [{ id, start }, { id: other, start }] }],
          ["/planner/tasks/reorder", { ids: [id, other] }],
          ["/planner/tasks/reorder", { id: other, beforeId: id }],
          ["/planner/tasks/reorder", { id, afterId: other }],
        ] as const
      ) {
        const { status, body: { error } } = await h.json("POST", path, body);
        assert.equal(status, 404, `${path} ${JSON.stringify(body)}: ${error}`);
      }
    }
  });
  assert.deepEqual(events, []);
});

Deno.test("tasks of a source name its account; one that was changed here and there says so until it is settled", async () => {
  await using h = await open();
  const todo = (title: string) =>
    `BEGIN:VTODO\r\nUID:one\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:${title}\r\nEND:VTODO`;
  const path = calendarFile([todo("Mow")]);
  for (const accountId of ["first", "second"]) {
    await importFile(h, path, { sources: [{ id: "home", kind: "ics_file", path, accountId }] });
    const [task] = await h.operator("GET /planner/tasks");
    assert.equal(task!.accountId, accountId);
  }
  const { id } = (await h.operator("GET /planner/tasks"))[0]!;
  const update = (title: string) =>
    h.operator("PATCH /planner/tasks/:id", { params: { id }, body: { title } });
  assert.equal((await update("Mow the lawn")).sync.state, "local");
  Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace("Mow", "Mow at noon"));
  await h.operator("POST /planner/refresh", { body: {} });
  const [torn] = await h.operator("GET /planner/tasks");
  assert.equal(torn!.sync.state, "conflict");
  assert.deepEqual(torn!.sync.fields, [{ field: "title", here: "Mow the lawn", source: "Mow at noon" }]);
  assert.equal((await update("Mow at noon")).sync.state, "in_sync");
});
