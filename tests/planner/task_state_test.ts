import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, importFile } from "./planner_world.ts";

Deno.test("a task is created and changed with its time, its state and its place, which are read back as sent", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T08:00:00Z") });
  const scheduled = { start: "2026-03-03T09:00:00Z", end: "2026-03-03T10:00:00+00:00" };
  const first = await h.operator("POST /planner/tasks", { body: { title: "First", scheduled, order: 5 } });
  assert.deepEqual(first.scheduled, {
    start: "2026-03-03T09:00:00.000Z",
    end: "2026-03-03T10:00:00.000Z",
    pinned: true,
  });
  assert.deepEqual([first.order, first.state], [5, "open"]);
  const done = await h.operator("POST /planner/tasks", { body: { title: "Done", state: "done" } });
  assert.deepEqual([done.state, done.progress, done.completions.length], ["done", 100, 1]);
  const change = (id: string, body: object) =>
    h.operator("PATCH /planner/tasks/:id", { params: { id }, body: body as never });
  assert.equal((await change(done.id, { state: "open" })).completedAt, null);
  const moved = await change(done.id, { order: 1, scheduled: { ...scheduled, pinned: false } });
  assert.deepEqual([moved.order, moved.scheduled?.pinned], [1, false]);
  const listed = async () => (await h.operator("GET /planner/tasks")).map(({ title }) => title);
  assert.deepEqual(await listed(), ["Done", "First"]);
  assert.equal((await change(first.id, { scheduled: null })).scheduled, null);
  const archived = await change(done.id, { state: "archived", title: "Old" });
  assert.deepEqual([archived.state, archived.title, archived.scheduled], ["archived", "Old", null]);
  assert.notEqual(archived.archivedAt, null);
  const unused = await h.eventsOf(async () => {
    const wrong = { scheduled: { start: "2026-03-03T09:00:00Z", end: "2026-03-03T09:00:00Z" } };
    const { status, body } = await h.json("PATCH", `/planner/tasks/${first.id}`, wrong);
    assert.deepEqual([status, /not after its start/.test(body.error)], [400, true]);
    await change(first.id, { state: "open", order: 5 });
  });
  assert.deepEqual(unused, []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a task of a source that was archived here is listed as an archived artifact, and as no other", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T08:00:00Z") });
  const todo = (uid: string) =>
    `BEGIN:VTODO\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:${uid}\r\nEND:VTODO`;
  await importFile(h, calendarFile([todo("Mow"), todo("Sow")]));
  const listed = async (status: "archived" | "active") =>
    (await h.operator("GET /planner/artifacts", { query: { status } })).map((each) => [
      each.title,
      each.status,
    ]);
  assert.deepEqual(await listed("archived"), []);
  const mow = (await h.operator("GET /planner/tasks")).find(({ title }) => title === "Mow")!;
  await h.operator("DELETE /planner/tasks/:id", { params: { id: mow.id } });
  assert.deepEqual(await listed("archived"), [["Mow", "archived"]]);
  assert.deepEqual(await listed("active"), [["Sow", "active"]]);
});
