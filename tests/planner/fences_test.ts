import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { DAY, execute, LUNCH, OTHER, plan, served } from "./fence_world.ts";
import { calendar, refresh } from "./planner_world.ts";
import { radicaleTest } from "./radicale.ts";

radicaleTest(
  "only the reviewed plan is executed: with the hash of another nothing is written, whatever is decided",
  async () => {
    await using world = await served();
    const { h, proxy, id } = world;
    const planned = await plan(h, { action: "update", artifactId: id, event: { title: "Mine" } });
    const other = await plan(h, { action: "update", artifactId: id, event: { title: "Other" } });
    for (const planSha256 of [OTHER, other.planSha256]) {
      const { status, body } = await execute(h, { id: planned.id, planSha256 }, { decision: REVIEWED });
      assert.equal(status, 400);
      assert.ok(body.error.includes(planned.planSha256), body.error);
    }
    assert.equal(proxy.writes, 0);
    assert.equal((await h.operator("GET /approvals/queue")).items.length, 2, "nothing was decided");
  },
);

Deno.test("a local plan too is executed only with its own hash", async () => {
  await using h = await harness();
  const planned = await plan(h, { action: "create", event: LUNCH });
  assert.equal((await execute(h, { id: planned.id, planSha256: OTHER })).status, 400);
  assert.deepEqual(await h.operator("GET /planner/artifacts"), []);
  assert.equal((await execute(h, planned)).body.status, "executed");
});

Deno.test("of two plans for one local event the second is stale, also where it would remove the event", async () => {
  for (const second of [{ action: "update", event: { title: "Theirs" } }, { action: "cancel" }]) {
    await using h = await harness();
    const made = (await execute(h, await plan(h, { action: "create", event: LUNCH }))).body;
    const artifactId = made.result.artifactIds[0];
    const plans = [
      await plan(h, { action: "update", artifactId, event: { title: "Mine" } }),
      await plan(h, { artifactId, ...second }),
    ];
    const ends = [];
    for (const each of plans) ends.push((await execute(h, each)).body.status);
    assert.deepEqual(ends, ["executed", "stale"]);
    assert.deepEqual((await h.operator("GET /planner/artifacts")).map(({ title }) => title), ["Mine"]);
  }
});

radicaleTest(
  "what was planned for one server is not executed after the source was set up again",
  async () => {
    await using world = await served();
    const { h, proxy, id } = world;
    const planned = await plan(h, { action: "update", artifactId: id, event: { title: "Mine" } });
    await h.operator("POST /planner/settings", {
      body: { sources: [{ id: "dav", url: `${proxy.url}ann/` }] },
    });
    const { body } = await execute(h, planned, { decision: REVIEWED });
    assert.deepEqual([body.status, /set up again/.test(body.result.detail)], ["stale", true]);
    assert.equal(proxy.writes, 0);
  },
);

radicaleTest("a plan waits for a whole day, and not longer: before, maintenance leaves it", async () => {
  const time = { now: Date.parse("2026-11-01T00:00:00Z") };
  await using world = await served(() => new Date(time.now));
  const { h, proxy, id } = world;
  const change = { action: "update", artifactId: id, event: { title: "Mine" } };
  const [first, second] = [await plan(h, change), await plan(h, change)];
  const local = await plan(h, { action: "create", event: LUNCH });
  time.now += DAY - 1;
  await h.composition.maintenance.runOnce();
  assert.equal((await execute(h, first, { decision: REVIEWED })).body.status, "executed");
  time.now += 1;
  const late = [
    await execute(h, local),
    await h.json("POST", `/approvals/${second.approvalId}/approve`, REVIEWED),
  ];
  assert.deepEqual(late.map(({ status }) => status), [400, 400]);
  assert.match(late[0]!.body.error, /expired/);
  await h.composition.maintenance.runOnce();
  for (const each of [second, local]) assert.equal((await execute(h, each)).body.status, "expired");
  assert.deepEqual([proxy.writes, (await h.operator("GET /approvals/queue")).items], [1, []]);
});

radicaleTest("an undo is refused where what was written has changed since", async () => {
  await using world = await served();
  const { h, radicale, proxy, id } = world;
  const planned = await plan(h, { action: "update", artifactId: id, event: { title: "Mine" } });
  assert.equal((await execute(h, planned, { decision: REVIEWED })).body.status, "executed");
  await radicale.put("a", (await radicale.get("a")).replace("SUMMARY:Mine", "SUMMARY:Theirs"));
  const { status, body } = await h.json("POST", "/planner/calendar-actions", { undoOf: planned.id });
  assert.deepEqual([status, /would lose that change/.test(body.error)], [400, true]);
  assert.equal(proxy.writes, 1);
});

radicaleTest("a change that is made here while an earlier one is written is not lost", async () => {
  await using world = await served();
  const { h, radicale, proxy } = world;
  const todo = ["BEGIN:VTODO", "UID:t", "DTSTAMP:20260101T000000Z", "SUMMARY:Mow", "END:VTODO"].join("\r\n");
  await radicale.put("t", calendar([todo]));
  await refresh(h);
  const [task] = await h.operator("GET /planner/tasks");
  const update = (body: object) => h.json("PATCH", `/planner/tasks/${task!.id}`, body);
  await update({ due: { at: "2026-12-01T09:00:00Z" }, deferUntil: "2026-11-20T09:00:00Z" });
  const planned = await plan(h, { action: "update", taskId: task!.id });
  proxy.atWrite = async (point) => {
    if (point === "before") {
      await update({ due: { at: "2026-12-02T09:00:00Z" }, deferUntil: "2026-11-21T09:00:00Z" });
    }
  };
  assert.equal((await execute(h, planned, { decision: REVIEWED })).body.status, "executed");
  const [after] = await h.operator("GET /planner/tasks");
  assert.equal(after!.deferUntil, "2026-11-21T09:00:00.000Z");
  const due = after!.due as { at: string };
  assert.deepEqual([due.at, after!.sync.state], ["2026-12-02T09:00:00.000Z", "conflict"]);
});

radicaleTest(
  "of a plan for two objects nothing is written where only the second has changed since",
  async () => {
    await using world = await served();
    const { h, radicale, proxy } = world;
    const todo = (uid: string, title: string) =>
      calendar([
        ["BEGIN:VTODO", `UID:${uid}`, "DTSTAMP:20260101T000000Z", `SUMMARY:${title}`, "END:VTODO"].join(
          "\r\n",
        ),
      ]);
    for (const uid of ["t1", "t2"]) await radicale.put(uid, todo(uid, uid));
    await refresh(h);
    for (const { id } of await h.operator("GET /planner/tasks")) {
      await h.operator("PATCH /planner/tasks/:id", { params: { id }, body: { priority: 1 } });
    }
    const planned = await h.operator("POST /planner/calendar-actions", {
      body: { action: "update", source: "dav" },
    });
    const [, second] = planned.plan.steps;
    const uid = /(t[12])[^/]*$/.exec(second!.target)![1]!;
    await radicale.put(uid, todo(uid, "Theirs"));
    const { body } = await execute(h, planned, { decision: REVIEWED });
    assert.deepEqual([body.status, body.result.steps, proxy.writes], ["stale", [], 0]);
  },
);
