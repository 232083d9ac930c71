import assert from "node:assert/strict";
import { Harness, harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { startDoomed } from "./killed.ts";

const BODY = {
  title: "Lunch",
  start: "2026-03-02T12:00:00Z",
  durationMinutes: 30,
  calendarId: "local",
};
const PATH = "/planner/calendar-events/create";
const EVENTS = ["planned", "started", "step_done", "finished"];

for (const event of EVENTS) {
  Deno.test(`an event whose creation is killed at "${event}" and sent again with its key is there once`, async () => {
    const directory = temporaryDirectory();
    await startDoomed(directory, PATH, BODY, `planner.action_${event}`, "lunch").ended;
    await using h = await Harness.open({}, directory);
    const { id } = await h.operator("POST /planner/calendar-events/create", { body: BODY }, {
      idempotencyKey: "lunch",
    });
    const events = await h.operator("GET /planner/artifacts");
    assert.deepEqual(events.map((event) => event.id), [id]);
  });
}

Deno.test("the creation of an event that is sent twice at once with a key creates one; without a key, two", async () => {
  await using h = await harness();
  const create = (key?: string) =>
    h.operator("POST /planner/calendar-events/create", { body: BODY }, key ? { idempotencyKey: key } : {});
  const [one, other] = await Promise.all([create("lunch"), create("lunch")]);
  assert.equal(one.id, other.id);
  assert.equal((await h.operator("GET /planner/artifacts")).length, 1);
  await Promise.all([create(), create()]);
  assert.equal((await h.operator("GET /planner/artifacts")).length, 3);
});
