import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { DavProxy } from "./dav_proxy.ts";
import { configureRadicale } from "./dav_world.ts";
import { calendar, event, refresh } from "./planner_world.ts";
import { Radicale, radicaleTest } from "./radicale.ts";

const plan = (h: Harness, body: object) => h.json("POST", "/planner/calendar-actions", body);

async function execute(h: Harness, { id: actionId, planSha256 }: { id: string; planSha256: string }) {
  return await h.operator("POST /planner/calendar-actions/execute", {
    body: { actionId, planSha256, decision: REVIEWED },
  });
}

radicaleTest(
  "what was changed since it was looked at is stale: nothing is written, for one object and for two",
  async () => {
    await using radicale = await Radicale.start();
    await using proxy = new DavProxy(radicale);
    await using h = await harness();
    const series = event({
      uid: "s",
      start: "20260302T090000Z",
      title: "Series",
      lines: ["RRULE:FREQ=DAILY;COUNT=9"],
    });
    await radicale.put("s", calendar([series]));
    await configureRadicale(h, proxy);
    await refresh(h);
    const [{ id } = { id: "" }] = await h.operator("GET /planner/artifacts");
    const one = await plan(h, { action: "update", artifactId: id, scope: "all", event: { title: "Mine" } });
    const two = await plan(h, {
      action: "update",
      artifactId: `${id}@20260305T090000Z`,
      scope: "following",
      event: { title: "Mine" },
    });
    assert.equal(two.body.plan.steps.length, 2);
    await radicale.put("s", calendar([series.replace("SUMMARY:Series", "SUMMARY:Theirs")]));
    for (const { body } of [one, two]) {
      const done = await execute(h, body);
      assert.deepEqual([done.status, done.result!.steps], ["stale", []]);
      assert.match(done.result!.detail, /changed since it was reviewed/);
    }
    assert.equal(proxy.writes, 0);
    assert.match(await radicale.all(), /SUMMARY:Theirs/);
  },
);

radicaleTest(
  "no byte of a change leaves without a decision: not for a plan, a refusal, a rejection or an expired plan",
  async () => {
    await using radicale = await Radicale.start();
    await using proxy = new DavProxy(radicale);
    let now = new Date("2026-03-01T00:00:00Z");
    await using h = await harness({ now: () => now });
    await radicale.put("a", calendar([event({ uid: "a", start: "20260302T090000Z" })]));
    await configureRadicale(h, proxy);
    await refresh(h);
    const [{ id } = { id: "" }] = await h.operator("GET /planner/artifacts");
    proxy.requests.length = proxy.sentBytes = 0;
    proxy.wire.clear();
    const create = { title: "Quokkatitle", start: "2026-03-03T09:00:00Z", calendarId: "dav:/ann/work/" };
    assert.equal((await h.json("POST", "/planner/calendar-events/create", create)).status, 400);
    const hasty = { ...create, decision: { actorType: "human" } };
    assert.equal((await h.json("POST", "/planner/calendar-events/create", hasty)).status, 400);
    assert.equal(proxy.wire.bytes, 0, "what is refused reads nothing");
    const change = { action: "update", artifactId: id, event: { title: "Quokkatitle" } };
    const first = (await plan(h, change)).body;
    assert.ok(proxy.wire.bytes > 0, "the control: reading for a plan is seen on the wire");
    const planned = proxy.wire.bytes;
    const undecided = { actionId: first.id, planSha256: first.planSha256 };
    assert.equal((await h.json("POST", "/planner/calendar-actions/execute", undecided)).status, 400);
    await h.operator("POST /approvals/:id/reject", {
      params: { id: first.approvalId },
      body: { actorType: "human" },
    });
    const rejected = await h.operator("POST /planner/calendar-actions/execute", {
      body: { actionId: first.id, planSha256: first.planSha256, decision: REVIEWED },
    });
    assert.equal(rejected.status, "cancelled");
    assert.equal(proxy.wire.bytes, planned, "nothing more leaves for what is undecided or rejected");
    const late = (await plan(h, change)).body;
    const asked = await h.operator("GET /approvals/:id", { params: { id: late.approvalId } });
    assert.equal(asked.approval.expiresAt, late.expiresAt, "its approval ends with the plan");
    now = new Date("2026-03-02T00:00:01Z");
    await h.composition.maintenance.runOnce();
    const approval = await h.json("POST", `/approvals/${late.approvalId}/approve`, REVIEWED);
    assert.equal(approval.status, 400);
    assert.deepEqual((await h.operator("GET /approvals/queue")).items, []);
    assert.deepEqual([proxy.sentBytes, new Set(proxy.requests)], [0, new Set(["GET"])]);
    assert.doesNotMatch(proxy.wire.text, /Quokkatitle|PUT|DELETE|20260303/);
    const made = await h.json("POST", "/planner/calendar-events/create", { ...create, decision: REVIEWED });
    assert.deepEqual([made.status, made.body.title, made.body.source], [201, "Quokkatitle", "dav"]);
    assert.ok(proxy.sentBytes > 0 && proxy.writes === 1, "the control: with a decision it leaves");
    assert.match(proxy.wire.text, /PUT [\s\S]*SUMMARY:Quokkatitle/);
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

radicaleTest(
  "a series is changed only where the scope is said; cancelling one occurrence leaves the others to everybody",
  async () => {
    await using radicale = await Radicale.start();
    await using h = await harness();
    const lines = [
      "RRULE:FREQ=DAILY;COUNT=5",
      "ORGANIZER:mailto:ann@home.example",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@work.example",
    ];
    await radicale.put(
      "s",
      calendar([event({ uid: "s", start: "20260302T090000", zone: "Europe/Berlin", lines })]),
    );
    await configureRadicale(h, radicale, { identity: { name: "Ann", emails: ["ann@home.example"] } });
    await refresh(h);
    const [{ id } = { id: "" }] = await h.operator("GET /planner/artifacts");
    const occurrence = `${id}@20260304T080000Z`;
    const unsaid = await plan(h, { action: "cancel", artifactId: occurrence });
    assert.deepEqual([unsaid.status, /scope/.test(unsaid.body.error)], [400, true]);
    assert.equal((await plan(h, { action: "cancel", artifactId: id, scope: "this" })).status, 400);
    assert.equal(
      (await plan(h, { action: "cancel", artifactId: `${id}@20260304T090000Z`, scope: "this" })).status,
      404,
    );
    const cancelled = (await plan(h, { action: "cancel", artifactId: occurrence, scope: "this" })).body;
    assert.deepEqual([cancelled.plan.occurrences.count, cancelled.plan.notifies], [1, []]);
    assert.equal((await execute(h, cancelled)).status, "executed");
    const text = await radicale.get("s");
    assert.match(text, /EXDATE;TZID=Europe\/Berlin:20260304T090000/);
    assert.match(text, /PARTSTAT=ACCEPTED/);
    assert.match(text, /RRULE:FREQ=DAILY;COUNT=5/);
  },
);

radicaleTest(
  "a server that mails automatically is named and told not to, and asked to only where that is meant",
  async () => {
    await using radicale = await Radicale.start();
    await using proxy = new DavProxy(radicale);
    proxy.headers = { dav: "1, 2, calendar-access, calendar-auto-schedule" };
    await using h = await harness();
    const lines = ["ORGANIZER:mailto:ann@home.example", "ATTENDEE:mailto:bob@work.example"];
    await radicale.put("a", calendar([event({ uid: "a", start: "20260302T090000Z", lines })]));
    await configureRadicale(h, proxy, { identity: { name: "Ann", emails: ["ann@home.example"] } });
    await refresh(h);
    const [{ id } = { id: "" }] = await h.operator("GET /planner/artifacts");
    const removal = await plan(h, { action: "cancel", artifactId: id });
    assert.deepEqual([removal.status, /serverMayNotify/.test(removal.body.error)], [400, true]);
    const body = { action: "update", artifactId: id, event: { location: "Room 2" } };
    const meant = (await plan(h, { ...body, serverMayNotify: true })).body;
    assert.deepEqual(meant.plan.serverNotifies, ["bob@work.example"]);
    const silent = (await plan(h, body)).body;
    assert.deepEqual(silent.plan.serverNotifies, ["bob@work.example"]);
    await execute(h, silent);
    assert.match(await radicale.get("a"), /ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:bob@work\.example/);
  },
);

radicaleTest(
  "changes of tasks wait, are written back as one reviewed action, and are then as the source has them",
  async () => {
    await using radicale = await Radicale.start();
    await using h = await harness();
    const todo = (uid: string) =>
      calendar([
        [
          "BEGIN:VTODO",
          `UID:${uid}`,
          "DTSTAMP:20260101T000000Z",
          `SUMMARY:task ${uid}`,
          "DUE:20260310T090000Z",
          "X-KEPT:yes",
          "END:VTODO",
        ]
          .join("\r\n"),
      ]);
    for (const uid of ["a", "b"]) await radicale.put(uid, todo(uid));
    await configureRadicale(h, radicale);
    await refresh(h);
    const tasks = await h.operator("GET /planner/tasks");
    const [a, b] = ["task a", "task b"].map((title) => tasks.find((task) => task.title === title)!);
    await h.operator("POST /planner/tasks/:id/toggle", { params: { id: a!.id }, body: { completed: true } });
    await h.operator("PATCH /planner/tasks/:id", {
      params: { id: b!.id },
      body: { title: "renamed", priority: 1 },
    });
    const planned = (await plan(h, { action: "update", source: "dav" })).body;
    assert.equal(planned.plan.steps.length, 2);
    assert.ok(!(await radicale.get("a")).includes("COMPLETED"));
    assert.equal((await execute(h, planned)).status, "executed");
    assert.match(await radicale.get("a"), /STATUS:COMPLETED/);
    const text = await radicale.get("b");
    for (const line of ["SUMMARY:renamed", "PRIORITY:1", "X-KEPT:yes", "DUE:20260310T090000Z"]) {
      assert.ok(text.includes(line), line);
    }
    for (const state of ["open", "done"] as const) {
      const after = await h.operator("GET /planner/tasks", { query: { state } });
      assert.deepEqual(after.map(({ sync }) => sync.state), ["in_sync"], state);
    }
    assert.equal((await plan(h, { action: "update", source: "dav" })).status, 400);
    await h.operator("POST /planner/settings", { body: { sources: [{ id: "dav", writeBack: "off" }] } });
    await h.operator("PATCH /planner/tasks/:id", { params: { id: b!.id }, body: { title: "kept here" } });
    assert.match((await plan(h, { action: "update", taskId: b!.id })).body.error, /writeBack is off/);
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

radicaleTest("removing a source withdraws its plans and erases what they say", async () => {
  await using radicale = await Radicale.start();
  await using h = await harness();
  await radicale.put("a", calendar([event({ uid: "a", start: "20260302T090000Z", title: "Quokkasecret" })]));
  await configureRadicale(h, radicale);
  await refresh(h);
  const [{ id } = { id: "" }] = await h.operator("GET /planner/artifacts");
  const { body } = await plan(h, { action: "update", artifactId: id, event: { location: "Wombathall" } });
  const path = h.service.artifacts.path(body.planSha256);
  assert.match(Deno.readTextFileSync(path), /Quokkasecret/);
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "dav", remove: true }] } });
  assert.throws(() => Deno.statSync(path), Deno.errors.NotFound);
  assert.deepEqual((await h.operator("GET /approvals/queue")).items, []);
  const logged = h.store.database.all<{ data: string | null }>("select data from events");
  assert.ok(logged.every(({ data }) => !/Quokkasecret|Wombathall/.test(data ?? "")));
  assert.deepEqual(h.rebuildDifferences(), []);
});
