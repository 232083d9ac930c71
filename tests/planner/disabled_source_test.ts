import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

Deno.test("a source that is turned off is not read for a single event either", async () => {
  await using h = await harness();
  await importFile(h, calendarFile([event({ uid: "a" })]));
  const [one] = await h.operator("GET /planner/artifacts");
  const rescrape = () => h.json("POST", `/planner/artifacts/${one!.id}/rescrape`);
  assert.equal((await rescrape()).status, 200);
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "home", enabled: false }] } });
  const { status, body } = await rescrape();
  assert.deepEqual([status, body.error], [
    400,
    'The source "home" is disabled. Enable it in the settings first.',
  ]);
});
