import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { type Harness, harness } from "../harness.ts";
import { calendarFile, event, importFile, refresh } from "./planner_world.ts";

/** Writes copies of the one event behind the service's back: it would take minutes to read so many. */
function fill(h: Harness, copies: number): void {
  const database = new DatabaseSync(h.store.database.path);
  database.exec(
    `insert into planner_items with recursive n(i) as (select 1 union all select i + 1 from n where i < ${copies})
     select item.row + 10 * i, 'pla_' || i, 'other', calendar_id, uid || i, recurrence_id, item_type, status, gone_at,
     human_label, human_reason, floating, start_at, version, changed_at, changed_fields, first_seen_at, changed_by, body
     from planner_items item, n where uid = 'a'`,
  );
  database.close();
}

Deno.test("the planner keeps 200,000 entries; what has no room is counted and said, and is read when there is some", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T07:00:00Z") });
  const path = calendarFile([event({ uid: "a" })]);
  await importFile(h, path);
  fill(h, 199_999);
  const more = calendarFile([event({ uid: "b" }), event({ uid: "c" })]);
  await h.operator("POST /planner/settings", {
    body: { sources: [{ id: "more", kind: "ics_file", path: more }] },
  });
  const read = async () => (await h.operator("POST /planner/refresh", { body: { sources: ["more"] } }))[0]!;
  const full = await read();
  assert.deepEqual([full.status, full.counts.added, full.counts.invalid], ["partial", 0, 2]);
  assert.equal(
    full.errors[0]!.reason,
    "2 new entries had no room: the planner keeps at most 200000. Remove a source, or name fewer calendars of it.",
  );
  assert.equal((await refresh(h)).status, "completed", "what was there before is still read");
  const database = new DatabaseSync(h.store.database.path);
  database.exec("delete from planner_items where source_id = 'other'");
  database.close();
  assert.deepEqual((await read()).counts.added, 2);
});
