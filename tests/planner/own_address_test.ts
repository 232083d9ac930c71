import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

Deno.test("an address of yours is yours however it is spelt", async () => {
  await using h = await harness({ now: () => new Date("2026-03-01T00:00:00Z") });
  const identity = { name: "Ann", emails: ["Ann@Example.org"] };
  const lines = [
    "ORGANIZER:mailto:boss@example.org",
    "ATTENDEE;PARTSTAT=DECLINED:mailto:ANN@example.org",
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:boss@example.org",
  ];
  const file = calendarFile([event({ uid: "a", lines }), event({ uid: "b" })]);
  await importFile(h, file, { identity });
  const artifacts = await h.operator("GET /planner/artifacts", { query: {} });
  assert.equal(artifacts.find(({ uid }) => uid === "a")?.myResponse, "DECLINED");
  assert.deepEqual(await h.operator("GET /planner/conflicts", { query: {} }), []);
});
