import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { type Harness, harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

const status = (h: Harness) => h.operator("GET /planner/retrieval/status");
const start = (h: Harness) => h.operator("POST /planner/retrieval/start");
const found = async (h: Harness, query: string) =>
  (await h.operator("GET /planner/search", { query: { query } })).length;

/** Changes the index behind the service's back, as a broken disk would. */
function damage(h: Harness, sql: string): void {
  const database = new DatabaseSync(h.store.database.path, { defensive: false } as object);
  database.exec(sql);
  database.close();
}

Deno.test("the index is not configured without anything to search, and then says what it holds, of when", async () => {
  await using h = await harness();
  const before = await status(h);
  assert.deepEqual([before.state, before.configured, before.builtAt], ["not_configured", false, null]);
  assert.match(before.howTo, /add a source/);
  assert.equal(before.backend, "none");
  assert.equal((await start(h)).state, "not_configured");
  await importFile(h, calendarFile([event({ uid: "one" }), event({ uid: "two" })]));
  await h.operator("POST /planner/tasks", { body: { title: "Water the plants" } });
  const after = await status(h);
  assert.equal(after.backend, "fts5");
  assert.deepEqual([after.state, after.configured, after.indexed], ["ready", true, {
    events: 2,
    notes: 0,
    tasks: 1,
  }]);
  assert.deepEqual([after.behind, after.waiting, after.lastError], [0, 0, null]);
  assert.ok(after.sizeBytes > before.sizeBytes);
  assert.ok(after.builtAt !== null);
});

Deno.test("an index that lacks events and tasks is stale, says since when, and is completed by start", async () => {
  await using h = await harness();
  await importFile(h, calendarFile([event({ uid: "one", title: "Harbour walk" })]));
  const before = h.store.head;
  await h.operator("POST /planner/tasks", { body: { title: "Water the plants", content: "harbour" } });
  damage(h, "delete from planner_search where rowid in (select row from planner_tasks)");
  assert.equal(await found(h, "harbour"), 1, "the task is not found");
  const stale = await status(h);
  assert.deepEqual([stale.state, stale.waiting, stale.indexed.tasks], ["stale", 1, 0]);
  assert.equal(stale.indexSequence, before);
  assert.equal(stale.behind, h.store.head - before);
  damage(h, "delete from planner_search");
  const mended = await start(h);
  assert.deepEqual([mended.state, mended.waiting, mended.behind], ["ready", 0, 0]);
  assert.equal(await found(h, "harbour"), 2);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a damaged index has failed, with the database's words, and is built again by start", async () => {
  await using h = await harness();
  await importFile(h, calendarFile([event({ uid: "one", title: "Harbour walk" })]));
  for (
    const [sql, says] of [
      [
        "update planner_search_data set block = zeroblob(length(block)) where id = (select max(id) from planner_search_data)",
        /corrupt|malformed/,
      ],
      ["delete from planner_search_data", /corruption found reading blob/],
    ] as const
  ) {
    damage(h, sql);
    const failed = await status(h);
    assert.equal(failed.state, "failed");
    assert.match(failed.lastError!, says);
    assert.equal((await start(h)).state, "ready");
    assert.equal(await found(h, "harbour"), 1);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});
