import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

Deno.test("POST /runs/:id/unarchive: an archived run is listed and counted again; one that is not archived stays as it is", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const params = { id: run.id };
  const listed = async (archived: boolean) => [
    (await h.operator("GET /runs", { query: { archived } })).map(({ id }) => id),
    (await h.operator("GET /runs/counts", { query: { archived } })).total,
  ];
  await h.operator("POST /runs/:id/cancel", { params });
  await h.operator("POST /runs/archive");
  assert.deepEqual([await listed(false), await listed(true)], [[[], 0], [[run.id], 1]]);
  const back = await h.operator("POST /runs/:id/unarchive", { params });
  assert.deepEqual([back.id, back.status, back.archivedAt], [run.id, "cancelled", null]);
  assert.deepEqual([await listed(false), await listed(true)], [[[run.id], 1], [[], 0]]);
  const again = await h.eventsOf(() => h.operator("POST /runs/:id/unarchive", { params }));
  assert.deepEqual(again, [], "the same again changes nothing");
  assert.equal((await h.operator("POST /runs/archive")).archived, 1, "it can be archived again");
  assert.deepEqual(h.rebuildDifferences(), []);
});
