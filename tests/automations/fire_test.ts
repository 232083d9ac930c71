import assert from "node:assert/strict";
import { TestClocks } from "../clock/clocks.ts";
import { TestRepository } from "../git.ts";
import { atThree, automate, DAY, endRun, HOUR, MINUTE, onClocks, outcomes, pass, shown } from "./scenario.ts";

Deno.test("POST /automations makes one that fires at its moment: fire, run and its place in the queue are one unit", async () => {
  using repository = TestRepository.make();
  const clocks = new TestClocks(); // 03:04:05
  await using h = await onClocks(clocks);
  const made = await automate(h, repository.root);
  assert.equal(made.nextFireAt, "2026-01-02T03:10:00.000Z");
  assert.deepEqual(made.nextFires.slice(0, 2), ["2026-01-02T03:10:00.000Z", "2026-01-02T03:20:00.000Z"]);
  const idle = await h.eventsOf(() => pass(h, clocks, 5 * MINUTE));
  assert.deepEqual(idle, []);
  const events = await h.eventsOf(() => pass(h, clocks, MINUTE));
  assert.deepEqual(events.map(({ type }) => type), ["run.created", "run.queued", "automation.fired"]);
  const { ledger } = await shown(h, made.id);
  const [row] = ledger.items;
  assert.deepEqual(
    [row!.automationId, row!.dueAt, row!.range, row!.latenessMs, row!.outcome, row!.trigger],
    [made.id, "2026-01-02T03:10:00.000Z", null, 5_000, "fired", "schedule"],
  );
  const run = await h.operator("GET /runs/:id", { params: { id: row!.runId! } });
  assert.deepEqual([run.automationId, run.fireId, run.createdBy, run.status], [
    made.id,
    row!.id,
    "system",
    "queued",
  ]);
  assert.deepEqual(ledger.check, {
    from: "2026-01-02T03:04:05.000Z",
    to: "2026-01-02T03:10:00.000Z",
    due: 1,
    counted: 1,
    equal: true,
  });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run that has not ended holds the next moment up, says what it waits for, and tells a person after three", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root);
  for (let i = 0; i < 4; i++) await pass(h, clocks, 10 * MINUTE);
  assert.deepEqual(await outcomes(h, id), ["fired", "skipped_overlap", "skipped_overlap", "skipped_overlap"]);
  const { ledger, openRunIds } = await shown(h, id);
  assert.match(ledger.items[0]!.reason!, new RegExp(`The run ${openRunIds[0]} has not ended: it is queued`));
  const inbox = await h.operator("GET /notifications");
  const said = inbox.items.filter(({ category }) => category === "automation");
  assert.deepEqual(said.map(({ title }) => title), ["An automation was skipped 3 times in a row"]);
  await endRun(h, openRunIds[0]!);
  await pass(h, clocks, 10 * MINUTE);
  assert.equal((await outcomes(h, id)).at(-1), "fired");
  assert.ok((await shown(h, id)).ledger.check!.equal);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("buffer_one lets one moment wait, durably, and skips the second", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, { overlap: "buffer_one" });
  for (let i = 0; i < 3; i++) await pass(h, clocks, 10 * MINUTE);
  const waiting = await shown(h, id);
  assert.equal(waiting.waitingMoment?.dueAt, "2026-01-02T03:20:00.000Z");
  assert.ok(waiting.ledger.check!.equal, JSON.stringify(waiting.ledger.check));
  await endRun(h, waiting.openRunIds[0]!);
  const after = await shown(h, id);
  assert.deepEqual(await outcomes(h, id), ["fired", "skipped_overlap", "fired"]);
  assert.deepEqual([after.waitingMoment, after.ledger.items[0]!.dueAt, after.ledger.items[0]!.id], [
    null,
    "2026-01-02T03:20:00.000Z",
    waiting.waitingMoment!.fireId,
  ]);
  assert.ok(after.ledger.check!.equal);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("after a time away the latest moment is caught up, all are, or none; what is older than the window is missed", async () => {
  for (
    const [catchUp, expected] of [
      ["latest", ["missed × 137", "missed × 5", "caught_up"]],
      ["none", ["missed × 137", "missed × 6"]],
      ["all", ["missed × 137", ...Array(6).fill("caught_up")]],
    ] as const
  ) {
    using repository = TestRepository.make();
    const clocks = atThree();
    await using h = await onClocks(clocks);
    const { id } = await automate(h, repository.root, { catchUp, overlap: "allow_all" });
    await pass(h, clocks, DAY - 8 * MINUTE);
    assert.deepEqual(await outcomes(h, id), expected, catchUp);
    const { ledger } = await shown(h, id);
    assert.deepEqual([ledger.check!.due, ledger.check!.equal], [143, true]);
    assert.deepEqual(h.rebuildDifferences(), []);
  }
});

Deno.test("what comes up while it is off is one row, and nothing of it is caught up when it is enabled again", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root);
  const params = { id };
  await h.operator("POST /automations/:id/disable", { params });
  await pass(h, clocks, 2 * HOUR);
  assert.deepEqual(await outcomes(h, id), []);
  await h.operator("POST /automations/:id/pause", { params });
  await pass(h, clocks, HOUR);
  const again = await h.operator("POST /automations/:id/enable", { params });
  assert.deepEqual(await outcomes(h, id), ["skipped_disabled × 12", "skipped_paused × 6"]);
  assert.equal(again.nextFireAt, "2026-01-02T06:10:00.000Z");
  const twice = await h.eventsOf(() => h.operator("POST /automations/:id/enable", { params }));
  assert.deepEqual(twice, [], "asking for what is there changes nothing");
  await pass(h, clocks, 10 * MINUTE);
  assert.equal((await outcomes(h, id)).at(-1), "fired");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a change is a new revision from now on: no moment of the former one fires beside it", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, { overlap: "allow_all" });
  await pass(h, clocks, 10 * MINUTE);
  clocks.pass(15 * MINUTE); // 03:25:05, and 03:20 was not settled
  const changed = await automate(h, repository.root, {
    id,
    overlap: "allow_all",
    trigger: { kind: "schedule", cron: "*/30 * * * *" },
  });
  assert.deepEqual([changed.revision, changed.nextFireAt], [2, "2026-01-02T03:30:00.000Z"]);
  for (let i = 0; i < 7; i++) await pass(h, clocks, 5 * MINUTE);
  const { ledger } = await shown(h, id);
  assert.deepEqual(
    ledger.items.toReversed().map(({ dueAt, revision, outcome }) => [dueAt.slice(11, 16), revision, outcome]),
    [["03:10", 1, "fired"], ["03:20", 1, "missed"], ["03:30", 2, "fired"], ["04:00", 2, "fired"]],
  );
  assert.ok(ledger.check!.equal);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("it is paused after so many failures in a row; a success begins anew, a cancelled run does not count", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, { maxConsecutiveFailures: 2 });
  const next = async (how: "completed" | "failed" | "cancelled") => {
    await pass(h, clocks, 10 * MINUTE);
    await endRun(h, (await shown(h, id)).openRunIds[0]!, how);
    const { consecutiveFailures, status } = await shown(h, id);
    return [consecutiveFailures, status];
  };
  assert.deepEqual(await next("failed"), [1, "enabled"]);
  assert.deepEqual(await next("completed"), [0, "enabled"]);
  assert.deepEqual(await next("failed"), [1, "enabled"]);
  assert.deepEqual(await next("cancelled"), [1, "enabled"]);
  assert.deepEqual(await next("failed"), [2, "paused"]);
  const paused = await shown(h, id);
  assert.deepEqual([paused.pausedBy, paused.failedRunIds.length], ["failures", 2]);
  const { items } = await h.operator("GET /notifications");
  assert.ok(
    items.some(({ title, detail }) => /paused/.test(title) && detail.includes(paused.failedRunIds[0]!)),
  );
  await pass(h, clocks, HOUR);
  const enabled = await h.operator("POST /automations/:id/enable", { params: { id } });
  assert.deepEqual([enabled.consecutiveFailures, enabled.pausedBy], [0, null]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run that cannot be queued is a row that says why, and counts as a failure", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, { maxConsecutiveFailures: 1 });
  Deno.renameSync(repository.root, `${repository.root}-gone`);
  await pass(h, clocks, 10 * MINUTE);
  Deno.renameSync(`${repository.root}-gone`, repository.root);
  const { ledger, status } = await shown(h, id);
  assert.deepEqual([ledger.items[0]!.outcome, ledger.items[0]!.runId, status], [
    "failed_to_queue",
    null,
    "paused",
  ]);
  assert.match(ledger.items[0]!.reason!, /which does not exist/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a clock that is set back fires nothing twice; one that had been far ahead lets the schedule continue from now", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, { overlap: "allow_all", catchUp: "all" });
  await pass(h, clocks, 30 * MINUTE);
  assert.equal((await outcomes(h, id)).length, 3);
  clocks.wall -= HOUR;
  for (let i = 0; i < 5; i++) await pass(h, clocks, 10 * MINUTE);
  assert.equal((await outcomes(h, id)).length, 3, "the same moments do not come up again");
  clocks.wall += 10 * 365 * DAY;
  await pass(h, clocks, 0);
  const ahead = await outcomes(h, id);
  assert.equal(ahead.filter((each) => each.startsWith("missed")).length > 0, true);
  clocks.wall -= 10 * 365 * DAY;
  await h.composition.maintenance.runOnce();
  await pass(h, clocks, 20 * MINUTE);
  const { ledger } = await shown(h, id);
  const rows = ledger.items.filter(({ decidedAt }) => decidedAt < "2027");
  assert.deepEqual(new Set(rows.map(({ dueAt }) => dueAt)).size, rows.length);
  const { items } = await h.operator("GET /notifications");
  assert.ok(items.some(({ title }) => title === "A schedule was reset to this machine's clock"));
  assert.ok(
    rows.some(({ dueAt, outcome }) => dueAt.startsWith("2026-01-02T03:4") && outcome === "fired"),
    JSON.stringify(rows),
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what an action says of failures and fix rounds is what its runs do; where nothing is said a failed task ends the run", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const action = { kind: "run", request: 'create a.txt with "x"', repoPath: repository.root };
  const said = [{}, { onFailure: "wait", onRed: "fail", fix: 4 }];
  const ids = [];
  for (const each of said) {
    ids.push((await automate(h, repository.root, { action: { ...action, ...each } })).id);
  }
  await pass(h, clocks, 10 * MINUTE);
  const runs = await Promise.all(ids.map(async (id) => {
    const { runId } = (await shown(h, id)).ledger.items[0]!;
    return await h.operator("GET /runs/:id", { params: { id: runId! } });
  }));
  assert.deepEqual(runs.map(({ onFailure, onRed, fix }) => [onFailure, onRed, fix]), [
    ["fail", undefined, undefined],
    ["wait", "fail", 4],
  ]);
});

Deno.test("the ledger tells of each of the last 30 days: rows by outcome, a span on all its days, and how late runs were", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, {
    trigger: { kind: "schedule", cron: "0 12 * * *" },
    overlap: "allow_all",
  });
  await pass(h, clocks, 9 * HOUR); // 2 January, five seconds past twelve
  const params = { id };
  await h.operator("POST /automations/:id/pause", { params });
  await pass(h, clocks, 3 * DAY);
  await h.operator("POST /automations/:id/enable", { params });
  const { ledger } = await shown(h, id);
  assert.deepEqual(ledger.days, [
    { id: "2026-01-02", rows: { fired: 1 }, maxLatenessMilliseconds: 5_000 },
    ...["03", "04", "05"].map((day) => ({
      id: `2026-01-${day}`,
      rows: { skipped_paused: 1 },
      maxLatenessMilliseconds: null,
    })),
  ]);
  await pass(h, clocks, 28 * DAY);
  assert.ok((await shown(h, id)).ledger.days.every(({ id: day }) => day >= "2026-01-04"));
});

Deno.test("a schedule continues at once when a clock that had been far ahead is right again, without a pass of maintenance", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, { overlap: "allow_all" });
  clocks.wall += 3650 * DAY;
  await pass(h, clocks, 0);
  assert.ok((await shown(h, id)).nextFireAt! > "2035");
  clocks.wall -= 3650 * DAY;
  await pass(h, clocks, 0);
  assert.equal((await shown(h, id)).nextFireAt, "2026-01-02T03:10:00.000Z");
  await pass(h, clocks, 10 * MINUTE);
  assert.equal((await outcomes(h, id)).at(-1), "fired");
  assert.deepEqual(h.rebuildDifferences(), []);
});
