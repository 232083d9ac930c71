import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

Deno.test("events are found by a person also if no one organizes them, and not by the words of their record", async () => {
  await using h = await harness();
  await importFile(
    h,
    calendarFile([
      event({ uid: "a", title: "With Bob", lines: ["ATTENDEE;CN=Bob Roe:mailto:bob@work.example"] }),
      event({ uid: "b", title: "By Eve", lines: ["ORGANIZER;CN=Eve:mailto:eve@work.example"] }),
    ]),
  );
  const found = async (person: string) =>
    (await h.operator("GET /planner/artifacts", { query: { person } })).map(({ title }) => title).sort();
  assert.deepEqual(await found("roe"), ["With Bob"]);
  assert.deepEqual(await found("EVE@work"), ["By Eve"]);
  assert.deepEqual(await found("work.example"), ["By Eve", "With Bob"]);
  assert.deepEqual(await found("partstat"), []);
});
