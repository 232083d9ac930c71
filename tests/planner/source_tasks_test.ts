import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { DavServer } from "../simulation/domains/dav_server.ts";
import { configureRadicale } from "./dav_world.ts";
import { calendar, calendarFile, importFile, refresh } from "./planner_world.ts";
import { serveDav } from "./served_dav.ts";

const NOW = () => new Date("2026-03-02T07:00:00Z");
const todo = (...lines: readonly string[]) =>
  ["BEGIN:VTODO", "UID:t1", "DTSTAMP:20260101T000000Z", "SUMMARY:Paint", ...lines, "END:VTODO"].join("\r\n");
const DUE = "DUE;VALUE=DATE:20260301";

Deno.test("a task that its source cancelled is not to be done, until it says otherwise", async () => {
  await using h = await harness({ now: NOW });
  const path = calendarFile([todo(DUE, "STATUS:CANCELLED")]);
  await importFile(h, path);
  assert.deepEqual(await h.operator("GET /planner/tasks"), []);
  assert.deepEqual(await h.operator("GET /planner/conflicts"), [], "it is not overdue");
  const [cancelled] = await h.operator("GET /planner/tasks", { query: { state: "any" } });
  assert.deepEqual([cancelled!.state, cancelled!.sync.state], ["archived", "in_sync"]);
  Deno.writeTextFileSync(path, calendar([todo(DUE)]));
  await refresh(h);
  assert.deepEqual((await h.operator("GET /planner/tasks")).map(({ state }) => state), ["open"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a local estimate stays until its source states another one", async () => {
  await using h = await harness({ now: NOW });
  const path = calendarFile([todo(DUE, "ESTIMATED-DURATION:PT30M")]);
  await importFile(h, path);
  const [task] = await h.operator("GET /planner/tasks");
  assert.equal(task!.estimateMinutes, 30);
  await h.operator("PATCH /planner/tasks/:id", { params: { id: task!.id }, body: { estimateMinutes: 90 } });
  const after = async (...lines: readonly string[]) => {
    Deno.writeTextFileSync(path, calendar([todo(DUE, ...lines)]));
    await refresh(h);
    const [{ priority, estimateMinutes } = task!] = await h.operator("GET /planner/tasks");
    return [priority, estimateMinutes];
  };
  assert.deepEqual(await after("ESTIMATED-DURATION:PT30M", "PRIORITY:2"), [2, 90]);
  assert.deepEqual(await after("ESTIMATED-DURATION:PT45M", "PRIORITY:2"), [2, 45]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a daily task that has not been completed for years goes on after its completion", async () => {
  await using h = await harness({ now: NOW });
  const complete = async (rrule: string) => {
    const { id } = await h.operator("POST /planner/tasks", {
      body: { title: "Water the plants", due: "2022-06-01", rrule },
    });
    const done = await h.operator("POST /planner/tasks/:id/toggle", { params: { id }, body: {} });
    return [done.state, done.due, done.rrule];
  };
  assert.deepEqual(await complete("FREQ=DAILY"), ["open", { date: "2026-03-03" }, "FREQ=DAILY"]);
  assert.deepEqual(await complete("FREQ=DAILY;INTERVAL=7;COUNT=300"), [
    "open",
    { date: "2026-03-04" },
    "FREQ=DAILY;INTERVAL=7;COUNT=104",
  ]);
});

Deno.test("what a task waits for may itself name tasks that are gone", async () => {
  await using h = await harness({ now: NOW });
  const path = calendarFile([todo(DUE)]);
  await importFile(h, path);
  const [gone] = await h.operator("GET /planner/tasks");
  const create = (body: object) => h.operator("POST /planner/tasks", { body: { title: "Move in", ...body } });
  const between = await create({ dependsOn: [gone!.id], parentId: gone!.id });
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "home", remove: true }] } });
  const last = await create({ dependsOn: [between.id], parentId: between.id });
  assert.deepEqual([last.dependsOn, last.parentId], [[between.id], between.id]);
  const { status } = await h.json("POST", "/planner/tasks", { title: "x", dependsOn: [gone!.id] });
  assert.equal(status, 404);
});

Deno.test("a change of a task awaits review while a plan with all of it does, and is to be pushed again after that", async () => {
  let now = new Date("2026-03-01T00:00:00Z");
  const later = () => now = new Date(now.getTime() + 60_000);
  const server = new DavServer();
  await using served = serveDav(server, (_, answer) => {
    const { body, ...reply } = answer();
    return { ...reply, body: body.replace('"VEVENT"/>', '"VEVENT"/><c:comp name="VTODO"/>') };
  });
  await fetch(`${served.url}ann/work/t.ics`, { method: "PUT", body: calendar([todo()]) });
  await using h = await harness({ now: () => now });
  await configureRadicale(h, served);
  await refresh(h);
  const [{ id } = { id: "" }] = await h.operator("GET /planner/tasks");
  const states = async () => {
    const read = await h.operator("GET /planner/tasks");
    const { bySource } = await h.operator("GET /planner/refresh/pending");
    return [read[0]!.sync.state, bySource.find((each) => each.id === "dav")!.toPush];
  };
  const update = (title: string) =>
    h.operator("PATCH /planner/tasks/:id", { params: { id }, body: { title } });
  await update("Paint the door");
  assert.deepEqual(await states(), ["to_push", 1]);
  later();
  const body = { action: "update", source: "dav" } as const;
  const planned = await h.operator("POST /planner/calendar-actions", { body });
  assert.equal(planned.status, "needs_review");
  assert.deepEqual(await states(), ["awaiting_review", 1]);
  later();
  await update("Paint the doors");
  assert.deepEqual(await states(), ["to_push", 1], "the plan does not contain the newest change");
  later();
  const { approvalId } = await h.operator("POST /planner/calendar-actions", { body });
  assert.deepEqual(await states(), ["awaiting_review", 1]);
  for (const id of [planned.approvalId, approvalId]) {
    await h.operator("POST /approvals/:id/reject", { params: { id: id! }, body: { actorType: "human" } });
  }
  assert.deepEqual(await states(), ["to_push", 1]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
