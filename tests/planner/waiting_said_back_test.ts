import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { calendar, calendarFile, event, importFile } from "./planner_world.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = Date.parse("2026-03-02T08:00:00Z");
const HOUR = 3_600_000;

const two = (uids: readonly [string, string], at: string) =>
  uids.map((uid) => event({ uid, start: at, title: uid }));
const conflictOf = async (h: Harness, title: string) =>
  (await h.operator("GET /planner/conflicts", { query: { limit: "400", includeSuppressed: "true" } }))
    .find(({ detail }) => detail.includes(`"${title}"`))!;

Deno.test("a conflict that was suppressed until a moment comes back then; one that is shown again names what was taken back", async () => {
  const time = { now: NOW };
  await using h = await harness({ now: () => new Date(time.now) });
  const path = calendarFile([...two(["a", "b"], "20260303T090000Z"), ...two(["c", "d"], "20260304T090000Z")]);
  await importFile(h, path);
  const suppress = async (title: string, body: Record<string, unknown>) =>
    h.operator("POST /planner/conflicts/:id/suppress", {
      params: { id: (await conflictOf(h, title)).id },
      body,
    });
  for (const [title, hours] of [["a", 2], ["c", 3]] as const) {
    const until = new Date(NOW + hours * HOUR).toISOString();
    const said = await suppress(title, { until, reason: `meant ${title}` });
    assert.deepEqual([said.until, said.state], [until, "active"]);
    assert.equal((await conflictOf(h, title)).status, "suppressed");
  }
  time.now += 2 * HOUR;
  const back = await conflictOf(h, "a");
  assert.deepEqual([back.status, back.suppression?.state], ["open", "expired"]);
  assert.equal((await conflictOf(h, "c")).status, "suppressed", "the control");
  const unsuppress = (id: string) => h.operator("POST /planner/conflicts/:id/unsuppress", { params: { id } });
  for (const title of ["a", "c"]) {
    const { id, suppression } = await conflictOf(h, title);
    const { conflictId, removed } = await unsuppress(id);
    assert.deepEqual([conflictId, removed], [id, [suppression!.id]]);
    assert.equal((await conflictOf(h, title)).suppression?.state, "removed");
    assert.deepEqual((await unsuppress(id)).removed, [], "once");
  }
  const [artifact] = await h.operator("GET /planner/artifacts", { query: { query: "d" } });
  const all = await h.operator("POST /planner/conflicts/by-artifact/:id/suppress", {
    params: { id: artifact!.id },
    body: { reason: "the whole of it" },
  });
  assert.deepEqual(all.map(({ conflictId }) => conflictId), [(await conflictOf(h, "c")).id]);
});

Deno.test("a due moment that has passed with work left is critical", async () => {
  await using h = await harness({ now: () => new Date(NOW) });
  await h.operator("POST /planner/tasks", {
    body: { title: "Late", due: { at: "2026-03-02T07:00:00Z" }, estimateMinutes: 30 },
  });
  assert.equal((await conflictOf(h, "Late")).severity, "critical");
});

Deno.test("what waits is counted by source: what is overdue, without time, unanswered, changed, to review, to send, and stale", async () => {
  const time = { now: NOW };
  await using h = await harness({ now: () => new Date(time.now) });
  const todo = "BEGIN:VTODO\r\nUID:todo\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Mow\r\nEND:VTODO";
  const path = calendarFile([
    event({
      uid: "ask",
      start: "20260303T090000Z",
      lines: ["ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ann@home.example", "ATTENDEE:mailto:bob@work.example"],
    }),
    event({ uid: "fair", start: "20260304", lines: ["TRANSP:TRANSPARENT"] }),
    todo,
  ]);
  const counts = async () => {
    const { bySource, total, oldestAt } = await h.operator("GET /planner/refresh/pending", { query: {} });
    return { of: Object.fromEntries(bySource.map(({ id, ...rest }) => [id, rest])), total, oldestAt };
  };
  assert.deepEqual([(await counts()).total, (await counts()).oldestAt], [0, null]);
  await importFile(h, path, {
    refreshIntervalMinutes: 0,
    identity: { name: "Ann", emails: ["ann@home.example"] },
  });
  const { id } = (await h.operator("GET /planner/tasks"))[0]!;
  await h.operator("PATCH /planner/tasks/:id", { params: { id }, body: { title: "Mow it" } });
  await h.operator("POST /planner/tasks", { body: { title: "Late", due: { date: "2026-03-01" } } });
  const block = { action: "block_time" as const, taskId: id, event: { start: "2026-03-05T09:00:00Z" } };
  await h.operator("POST /planner/calendar-actions", { body: block });
  const full = await counts();
  assert.deepEqual([full.of.home!.toFetch, full.of.local!.toFetch], [0, 0]);
  assert.deepEqual(
    [full.of.home!.toPush, full.of.home!.invitations, full.of.home!.toSchedule, full.of.home!.staleSince],
    [0, 1, 1, null],
  );
  assert.deepEqual([full.of.home!.toClassify, full.of.local!.toClassify], [1, 0]);
  assert.deepEqual([full.of.local!.overdue, full.of.local!.toSchedule], [1, 1]);
  assert.equal(full.oldestAt, new Date(NOW).toISOString());
  time.now += HOUR;
  Deno.removeSync(path);
  await h.operator("POST /planner/refresh", { body: {} });
  assert.equal((await counts()).of.home!.staleSince, new Date(NOW).toISOString());
  Deno.writeTextFileSync(path, calendar([]));
  await h.operator("POST /planner/refresh", { body: { full: true } });
  Deno.removeSync(path);
  await h.operator("POST /planner/refresh", { body: {} });
  assert.equal((await counts()).of.home!.staleSince, new Date(NOW + HOUR).toISOString());
});

Deno.test("what a source would lose is held, and says by which refresh and how much, until a person wants it", async () => {
  await using h = await harness({ now: () => new Date(NOW) });
  const all = Array.from({ length: 30 }, (_, i) => event({ uid: `u${i}`, start: "20260303T090000Z" }));
  const path = calendarFile(all);
  await importFile(h, path);
  for (const left of [10, 5]) {
    Deno.writeTextFileSync(path, calendar(all.slice(0, left)));
    const [run] = await h.operator("POST /planner/refresh", { body: {} });
    const [status] = await h.operator("GET /planner/sources/status");
    assert.deepEqual(status!.heldRemoval, { count: 30 - left, refreshRunId: run!.id });
  }
  await h.operator("POST /planner/refresh", { body: { full: true } });
  assert.equal((await h.operator("GET /planner/sources/status"))[0]!.heldRemoval, null);
});

Deno.test("a refresh by the interval says so, and one that is under way is running", async () => {
  const time = { now: NOW };
  await using h = await harness({ now: () => new Date(time.now) });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await using _server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async () => {
    asked.resolve();
    await answer.promise;
    return new Response(calendar([event({ uid: "a" })]), { headers: { "content-type": "text/calendar" } });
  });
  const host = `127.0.0.1:${_server.addr.port}`;
  await h.operator("POST /planner/settings", {
    body: {
      timeZone: "UTC",
      refreshIntervalMinutes: 15,
      sources: [{ id: "web", kind: "ics_url", url: `http://${host}/a.ics`, privateHost: host }],
    },
  });
  const [begun] = await h.operator("POST /planner/refresh", { body: { wait: false } });
  assert.deepEqual([begun!.status, begun!.finishedAt], ["running", null]);
  await asked.promise;
  answer.resolve();
  const [ended] = await h.operator("POST /planner/refresh", { body: {} });
  assert.deepEqual([ended!.status, ended!.trigger], ["completed", "manual"]);
  time.now += HOUR;
  await h.composition.clock.runOnce();
  await h.composition.clock.idle();
  const [byItself] = await h.operator("GET /planner/refreshes", { query: {} });
  assert.deepEqual([byItself!.trigger, byItself!.status], ["interval", "completed"]);
});

Deno.test("a source that is set up again while it is read is read again: that refresh is skipped, and the next is due at once", async () => {
  await using h = await harness({ now: () => new Date(NOW) });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async () => {
    asked.resolve();
    await answer.promise;
    return new Response(calendar([event({ uid: "a" })]), { headers: { "content-type": "text/calendar" } });
  });
  const host = `127.0.0.1:${server.addr.port}`;
  const web = { id: "web", kind: "ics_url" as const, url: `http://${host}/a.ics`, privateHost: host };
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC", sources: [web] } });
  await h.operator("POST /planner/refresh", { body: { wait: false } });
  await asked.promise;
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "web", label: "Work" }] } });
  const waiting = h.operator("POST /planner/refresh", { body: {} });
  answer.resolve();
  const [skipped] = await waiting;
  assert.deepEqual([skipped!.status, skipped!.counts.added], ["skipped", 0]);
  assert.match(skipped!.errors[0]!.reason, /changed while it was read/);
  const [status] = await h.operator("GET /planner/sources/status");
  assert.deepEqual([status!.state, status!.consecutiveFailures, status!.nextRefreshAt], [
    "never",
    0,
    new Date(NOW).toISOString(),
  ]);
  await h.composition.clock.runOnce();
  await h.composition.clock.idle();
  const [next] = await h.operator("GET /planner/refreshes", { query: {} });
  assert.deepEqual([next!.trigger, next!.status, next!.counts.added], ["interval", "completed", 1]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the total of what waits is the sum of its counts, those to classify and to schedule among them", async () => {
  await using h = await harness({ now: () => new Date(NOW) });
  await importFile(
    h,
    calendarFile([event({ uid: "fair", start: "20260304", lines: ["TRANSP:TRANSPARENT"] })]),
  );
  await h.operator("POST /planner/tasks", { body: { title: "Some day" } });
  const { total, bySource } = await h.operator("GET /planner/refresh/pending", { query: {} });
  assert.deepEqual(bySource.map(({ toClassify, toSchedule }) => [toClassify, toSchedule]), [[0, 1], [1, 0]]);
  assert.equal(total, 2);
});
