import assert from "node:assert/strict";
import fc from "fast-check";
import { laterCursor } from "../../services/execution/automations/close_span.ts";
import { decide, type FiringFields } from "../../services/execution/automations/firing/decide.ts";
import { jitterOf } from "../../services/execution/automations/schedule/jitter.ts";
import {
  nextMoment,
  type ScheduledAutomation,
} from "../../services/execution/automations/schedule/moments.ts";
import { TestRepository } from "../git.ts";
import { atThree, automate, DAY, endRun, HOUR, MINUTE, onClocks, outcomes, pass, shown } from "./scenario.ts";

const THREE = Date.parse("2026-01-02T03:00:00.000Z");
const iso = (at: number) => new Date(at).toISOString();

const each = (every: string, more: Partial<FiringFields> = {}): FiringFields => ({
  id: "automation_1",
  trigger: { kind: "schedule", every, startAt: iso(THREE), timezone: "UTC" } as FiringFields["trigger"],
  startAt: null,
  endAt: null,
  cursor: iso(THREE - 1),
  catchUp: "all",
  catchupWindow: "P30D",
  jitter: "PT0S",
  ...more,
});

/** The outcomes of what is due, as `kind`, its number of moments where it has one, and how it fires. */
const decided = (automation: FiringFields, now: number, startedAt = THREE - DAY) =>
  decide(automation, { now, startedAt }, () => false).map((one) =>
    one.kind === "miss" ? [one.kind, one.count, one.atLeast] : [one.kind, one.outcome]
  );

Deno.test("a moment fires on time for exactly a minute, from the start of the service on, which may be by a clock ahead", () => {
  const one = each("P1D");
  assert.deepEqual(decided(one, THREE - 1), []);
  assert.deepEqual(decided(one, THREE), [["fire", "fired"]]);
  assert.deepEqual(decided(one, THREE + MINUTE), [["fire", "fired"]]);
  assert.deepEqual(decided(one, THREE + MINUTE + 1), [["fire", "caught_up"]]);
  assert.deepEqual(decided(one, THREE + 9, THREE), [["fire", "fired"]], "it started at that moment");
  assert.deepEqual(decided(one, THREE + 9, THREE + 1), [["fire", "caught_up"]], "it started after it");
  assert.deepEqual(decided(one, THREE + 9, THREE + HOUR), [["fire", "fired"]], "its start is in the future");
});

Deno.test("a moment is due once its jitter is over, and not before", () => {
  const one = each("P1D", { jitter: "PT1H" });
  const wait = jitterOf(one, THREE);
  assert.ok(wait > 0);
  assert.deepEqual(decided(one, THREE + wait - 1), []);
  assert.deepEqual(decided(one, THREE + wait), [["fire", "fired"]]);
});

Deno.test("the catch-up window begins when the jitter of a moment is over, so a longer jitter misses nothing", () => {
  const one = each("P1D", { jitter: "PT1H", catchupWindow: "PT1M", catchUp: "latest" });
  const ready = THREE + jitterOf(one, THREE);
  assert.ok(ready - THREE > 2 * MINUTE, "the control: its jitter is longer than the window");
  assert.deepEqual(decided(one, ready - 1), []);
  assert.deepEqual(decided(one, ready), [["fire", "fired"]]);
  assert.deepEqual(decided(one, ready + MINUTE - 1), [["fire", "fired"]]);
  assert.deepEqual(decided(one, ready + MINUTE), [["miss", 1, false]]);
  const busy = each("PT20M", { jitter: "PT1H", catchupWindow: "PT1M" });
  const last = THREE + 100 * 20 * MINUTE;
  const kinds = decided(busy, last);
  assert.equal(kinds.filter(([kind]) => kind === "miss").length, 1, "what is older is one row");
});

Deno.test("an automation whose jitter is longer than its catch-up window fires each time", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, {
    trigger: { kind: "schedule", cron: "0 * * * *", timezone: "UTC" },
    jitter: "PT1H",
    catchupWindow: "PT1M",
    overlap: "allow_all",
  });
  for (let minute = 0; minute < 4 * 60; minute++) await pass(h, clocks, MINUTE);
  const found = await outcomes(h, id);
  assert.deepEqual([...new Set(found)], ["fired"]);
  assert.ok(found.length >= 3);
  assert.equal((await shown(h, id)).ledger.check?.equal, true);
});

Deno.test("jitter is less than what is allowed, and the same for the same moment", () => {
  fc.assert(fc.property(fc.string(), fc.nat(), fc.integer({ min: 1, max: 3600 }), (id, at, seconds) => {
    const found = jitterOf({ id, jitter: `PT${seconds}S` }, at);
    assert.ok(found >= 0 && found < seconds * 1000, String(found));
    assert.equal(jitterOf({ id, jitter: `PT${seconds}S` }, at), found);
  }));
});

Deno.test("a hundred moments are caught up, and ten thousand are counted", () => {
  const fires = (count: number) => Array(count).fill(["fire", "caught_up"]);
  const minutes = (count: number) => decided(each("PT1M"), THREE + (count - 1) * MINUTE + 61_000 - MINUTE);
  assert.deepEqual(minutes(100).filter(([kind]) => kind === "miss"), []);
  assert.equal(minutes(100).length, 100);
  assert.deepEqual(minutes(101).slice(0, 2), [["miss", 1, false], fires(1)[0]]);
  const seconds = (count: number) => decided(each("PT1S"), THREE + (count - 1) * 1000);
  assert.deepEqual(seconds(10_000)[0], ["miss", 9_900, false]);
  assert.deepEqual(seconds(10_001), [["miss", 10_000, false]]);
});

Deno.test("a schedule's start and end belong to it, and a single moment comes once", () => {
  const next = (more: Partial<ScheduledAutomation>, after: number) =>
    nextMoment(
      { trigger: { kind: "schedule", cron: "0 * * * *", timezone: "UTC" }, ...more } as ScheduledAutomation,
      after,
    );
  const span = { startAt: iso(THREE), endAt: iso(THREE + HOUR) };
  assert.equal(next(span, THREE - DAY), THREE);
  assert.equal(next(span, THREE), THREE + HOUR);
  assert.equal(next(span, THREE + HOUR), null);
  const once = { trigger: { kind: "schedule", at: iso(THREE), timezone: "UTC" }, startAt: null, endAt: null };
  assert.equal(nextMoment(once as ScheduledAutomation, THREE - 1), THREE);
  assert.equal(nextMoment(once as ScheduledAutomation, THREE), null);
});

Deno.test("a clock that had been ahead by up to a day is waited for; by more, the schedule goes on from now", () => {
  const now = () => new Date(THREE);
  const from = (cursor: number) =>
    Date.parse(laterCursor({ now } as never, { cursor: iso(cursor) } as never));
  assert.equal(from(THREE + DAY), THREE + DAY);
  assert.equal(from(THREE + DAY + 1), THREE);
  assert.equal(from(THREE - 1), THREE);
});

Deno.test("an end at the start of a schedule is refused", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const ends = (endAt: number) =>
    automate(h, repository.root, { startAt: iso(THREE + DAY), endAt: iso(endAt) });
  await assert.rejects(ends(THREE + DAY), /endAt/);
  assert.ok((await ends(THREE + DAY + HOUR)).id);
});

Deno.test("with maxConsecutiveFailures 0 no failure pauses it, and one that a person paused stays paused by them", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, { maxConsecutiveFailures: 0 });
  await pass(h, clocks, 10 * MINUTE);
  await endRun(h, (await shown(h, id)).openRunIds[0]!, "failed");
  assert.deepEqual((({ status, consecutiveFailures }) => [status, consecutiveFailures])(await shown(h, id)), [
    "enabled",
    1,
  ]);
  const other = await automate(h, repository.root, { maxConsecutiveFailures: 1 });
  await pass(h, clocks, 10 * MINUTE);
  const [run] = (await shown(h, other.id)).openRunIds;
  await h.operator("POST /automations/:id/pause", { params: { id: other.id } });
  const { pausedBy } = await shown(h, other.id);
  await endRun(h, run!, "failed");
  const after = await shown(h, other.id);
  assert.deepEqual([after.status, after.pausedBy], ["paused", pausedBy]);
  assert.notEqual(pausedBy, "failures");
});

Deno.test("moments that are caught up end where their failures pause the automation", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, { catchUp: "all", maxConsecutiveFailures: 2 });
  Deno.renameSync(repository.root, `${repository.root}-gone`);
  await pass(h, clocks, HOUR);
  Deno.renameSync(`${repository.root}-gone`, repository.root);
  assert.deepEqual(await outcomes(h, id), ["failed_to_queue", "failed_to_queue"]);
  assert.equal((await shown(h, id)).status, "paused");
});

Deno.test("an automation whose only moment is over can be renamed, but gets no other moment that is over", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const at = (moment: string) => ({ kind: "schedule", at: moment });
  const { id } = await automate(h, repository.root, { trigger: at("2026-01-02T03:10:00Z") });
  await pass(h, clocks, 10 * MINUTE);
  const { trigger, action } = await shown(h, id);
  const save = (more: object) => h.json("POST", "/automations", { id, trigger, action, ...more });
  const { status, body } = await save({ name: "Once" });
  assert.deepEqual([status, body.name, body.nextFireAt], [200, "Once", null], JSON.stringify(body));
  await pass(h, clocks, 10 * MINUTE);
  assert.deepEqual(await outcomes(h, id), ["fired"]);
  const past = await save({ name: "Once", trigger: at("2026-01-02T03:12:00Z") });
  assert.deepEqual([past.status, /is in the past/.test(past.body.error)], [400, true]);
});
