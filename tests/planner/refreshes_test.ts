import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendar, calendarFile, event, importFile, refresh } from "./planner_world.ts";

Deno.test("each refresh leaves a row, the newest first, and the rows of a source go with it", async () => {
  await using h = await harness();
  const path = calendarFile([event({ uid: "a" })]);
  await importFile(h, path);
  Deno.writeTextFileSync(path, calendar([event({ uid: "a" }), event({ uid: "b" })]));
  await refresh(h);
  Deno.writeTextFileSync(path, "half a calendar");
  const failed = await refresh(h);
  const list = (query: Record<string, string>) => h.operator("GET /planner/refreshes", { query });
  const rows = await list({});
  assert.deepEqual(rows.map(({ status, counts }) => [status, counts.added]), [
    ["failed", 0],
    ["completed", 1],
    ["completed", 1],
  ]);
  assert.deepEqual(rows[0], failed);
  assert.deepEqual((await list({ status: "failed" })).map(({ id }) => id), [failed.id]);
  assert.deepEqual(await list({ source: "home", limit: "1", offset: "2" }), [rows[2]]);
  assert.equal((await h.json("GET", "/planner/refreshes?source=other")).status, 404);
  await assert.rejects(() => h.agent("GET /planner/refreshes", {}), { status: 403 });
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "home", remove: true }] } });
  assert.deepEqual(await list({}), []);
});
