import assert from "node:assert/strict";
import { Harness, harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
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

Deno.test("a refresh for a time outside of the known window is 400, and begins nothing", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T08:00:00Z") });
  await importFile(h, calendarFile([event({ uid: "a" })]));
  const events = await h.eventsOf(async () => {
    for (const range of [{ to: "2040-01-01" }, { from: "2026-03-05", to: "2026-03-02" }]) {
      assert.equal((await h.json("POST", "/planner/refresh", range)).status, 400, JSON.stringify(range));
    }
  });
  assert.deepEqual(events, []);
  const body = { from: "2026-03-02", to: "2026-03-09" };
  const answer = await h.json("POST", "/planner/refresh", body);
  assert.deepEqual([answer.status, answer.headers.get("x-agent-harness-ignored")], [201, null]);
});

Deno.test("a refresh in the first moments of the service waits until its parts have started, and is read", async () => {
  const directory = temporaryDirectory();
  const path = calendarFile([event({ uid: "a" })]);
  const before = await Harness.open({}, directory);
  await importFile(before, path);
  await before.close();
  const asked: Promise<Awaited<ReturnType<typeof refresh>>>[] = [];
  const early = async (h: Harness) => {
    const added = { id: "added", kind: "ics_file" as const, path: calendarFile([event({ uid: "b" })]) };
    await h.operator("POST /planner/settings", { body: { sources: [added] } });
    for (const id of ["home", "added"]) {
      asked.push(h.operator("POST /planner/refresh", { body: { sources: [id] } }).then(([run]) => run!));
    }
    // Both requests have reached the service, and neither can have been answered.
    const nothing = Symbol();
    assert.equal(
      await Promise.race([...asked, h.operator("GET /planner/refreshes", {}).then(() => nothing)]),
      nothing,
    );
  };
  await using h = await Harness.open({ early }, directory);
  const runs = await Promise.all(asked);
  assert.deepEqual(runs.map(({ status, errors }) => [status, errors]), [["completed", []], [
    "completed",
    [],
  ]]);
  assert.equal((await h.operator("GET /planner/refreshes", {})).length, 3);
});

Deno.test("parallel refreshes of one source are one refresh: the first answers 201, those that join it 200", async () => {
  await using h = await harness();
  await importFile(h, calendarFile([event({ uid: "a" })]));
  const answers = await Promise.all([1, 2, 3].map(() => h.json("POST", "/planner/refresh", {})));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201]);
  assert.equal(new Set(answers.map(({ body }) => body[0].id)).size, 1);
});

Deno.test("a clock that is set back does not keep a source from being refreshed", async () => {
  let now = new Date("2026-03-02T12:00:00Z");
  await using h = await harness({ now: () => now });
  await importFile(h, calendarFile([event({ uid: "a" })]));
  now = new Date("2026-02-27T12:00:00Z");
  const { clock } = h.composition;
  const isRefreshed = async () => {
    const ran = await clock.runOnce();
    await clock.idle();
    return ran.includes("planner_refresh");
  };
  assert.equal(await isRefreshed(), true);
  assert.equal(await isRefreshed(), false, "its interval has begun");
  assert.equal((await h.operator("GET /planner/refreshes", {})).length, 2);
});
