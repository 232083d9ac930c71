import assert from "node:assert/strict";
import { Clock, MAX_SLEEP_MILLISECONDS } from "../../services/ground/clock/clock.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import type { DueMoment } from "../../services/ground/kernel/due.ts";
import { systemStream } from "../../store/system/stream.ts";
import { TestRepository } from "../git.ts";
import { harness, type HarnessOptions } from "../harness.ts";
import { TestClocks } from "./clocks.ts";

const DAY = 24 * 60 * 60 * 1000;

/** A service whose clock is started by the test, on clocks of the test's own. */
const onClocks = (clocks: TestClocks, options: HarnessOptions = {}) =>
  harness({ now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause, ...options });

/** Something that is due every so often, and is done with by an event in the log. */
function everySoOften(clocks: TestClocks, milliseconds: number) {
  const done: number[] = [];
  let next = clocks.wall + milliseconds;
  const due: DueMoment = {
    kind: "test",
    movedBy: ["audit.integrity_warning"],
    next: () => new Date(next),
    run: () => {
      done.push(next);
      next += milliseconds;
    },
  };
  return { due, done, bringForward: (to: number) => void (next = to) };
}

Deno.test("the clock sleeps until what is due next, and never for more than 30 seconds", async () => {
  const clocks = new TestClocks();
  await using h = await onClocks(clocks);
  const begin = clocks.wall;
  const { due, done } = everySoOften(clocks, 70_000);
  const clock = new Clock(h.service, [due], clocks.readClocks);
  clock.start();
  assert.equal(await clocks.sleeping(), 30_000);
  assert.equal(await clocks.wake(), 30_000);
  assert.equal(await clocks.wake(), 10_000);
  assert.deepEqual(done, []);
  assert.equal(await clocks.wake(), 30_000);
  assert.deepEqual(done, [begin + 70_000]);
  await clock.stop();
});

Deno.test("what is due in longer than a timer can be set for is not run at once", async () => {
  const clocks = new TestClocks();
  await using h = await onClocks(clocks);
  const { due, done } = everySoOften(clocks, 2 ** 31 + 60_000);
  const clock = new Clock(h.service, [due], clocks.readClocks);
  clock.start();
  for (let i = 0; i < 3; i++) assert.equal(await clocks.wake(), MAX_SLEEP_MILLISECONDS);
  assert.deepEqual(done, []);
  await clock.stop();
});

Deno.test("an event that brings a moment forward wakes the clock", async () => {
  const clocks = new TestClocks();
  await using h = await onClocks(clocks);
  const { due, done, bringForward } = everySoOften(clocks, DAY);
  const clock = new Clock(h.service, [due], clocks.readClocks);
  clock.start();
  assert.equal(await clocks.sleeping(), 30_000);
  bringForward(clocks.wall + 7);
  const ctx = contextFor(h.service, "system");
  record(ctx, systemStream, "service", [{ type: "audit.integrity_warning", data: { detail: "x" } }]);
  await ctx.settled();
  assert.equal(await clocks.sleeping(), 7);
  await clocks.wake();
  assert.equal(done.length, 1);
  await clock.stop();
});

Deno.test("what is still due after it was run, or fails, is tried again after 30 seconds and not in a circle", async () => {
  for (const fails of [false, true]) {
    const clocks = new TestClocks();
    await using h = await onClocks(clocks);
    let runs = 0;
    const run = () => {
      runs++;
      if (fails) throw new Error("not now");
    };
    const due: DueMoment = { kind: "test", movedBy: [], next: () => new Date(0), run };
    const clock = new Clock(h.service, [due], clocks.readClocks);
    clock.start();
    assert.equal(await clocks.sleeping(), 30_000);
    assert.equal(runs, 1);
    assert.equal(await clocks.wake(), 30_000);
    assert.equal(runs, 2);
    await clock.stop();
  }
});

Deno.test("what was begun is not begun again until it has ended, and holds up nothing else", async () => {
  const clocks = new TestClocks();
  await using h = await onClocks(clocks);
  const begun: PromiseWithResolvers<void>[] = [];
  const slow: DueMoment = {
    kind: "slow",
    movedBy: [],
    next: () => new Date(0),
    begin: () => {
      begun.push(Promise.withResolvers());
      return begun.at(-1)!.promise;
    },
  };
  const { due, done } = everySoOften(clocks, 20_000);
  const clock = new Clock(h.service, [slow, due], clocks.readClocks);
  assert.deepEqual(await clock.runOnce(), ["slow"]);
  clocks.pass(20_000);
  assert.deepEqual(await clock.runOnce(), ["test"]);
  assert.equal(done.length, 1);
  begun[0]!.resolve();
  await clock.idle();
  assert.deepEqual(await clock.runOnce(), ["slow"]);
  begun[1]!.resolve();
  await clock.idle();
});

Deno.test("a jump of the clock, and a sleep of the machine, are recorded with how far; usual time is not", async () => {
  const clocks = new TestClocks();
  await using h = await onClocks(clocks, { startClock: true });
  const jumps = async (before: () => void) =>
    (await h.eventsOf(async () => {
      before();
      await clocks.wake();
    })).map(({ type, data }) => ({ type, data }));
  assert.deepEqual(await jumps(() => {}), []);
  assert.deepEqual(await jumps(() => void (clocks.wall -= DAY)), [
    { type: "system.clock_jumped", data: { milliseconds: -DAY, sleptMilliseconds: 0 } },
  ]);
  assert.deepEqual(
    await jumps(() => {
      clocks.wall += DAY;
      clocks.slept += DAY;
    }),
    [{ type: "system.clock_jumped", data: { milliseconds: DAY, sleptMilliseconds: DAY } }],
  );
  assert.deepEqual(await jumps(() => {}), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an approval expires by the clock at its moment, without maintenance, also when the clock jumps over it", async () => {
  for (const jump of [0, 3 * DAY]) {
    using repository = TestRepository.make();
    const clocks = new TestClocks();
    await using h = await onClocks(clocks, { workers: 1 });
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { request: 'create a.md with "x"', repoPath: repository.root },
    });
    const { waitingFor } = await h.settled(id);
    const { clock } = h.composition;
    clocks.pass(Date.parse(waitingFor!.expiresAt!) - clocks.wall - 1);
    const due = async () => (await clock.runOnce()).filter((kind) => kind === "approval_expiry");
    assert.deepEqual(await due(), []);
    clocks.wall += 1 + jump;
    clocks.elapsed += 1;
    assert.deepEqual(await due(), ["approval_expiry"]);
    const ended = await h.operator("GET /runs/:id", { params: { id } });
    assert.deepEqual([ended.status, ended.statusReason], ["failed", "approval_expired"]);
    const report = await h.composition.maintenance.runOnce();
    assert.equal(report.expiredApprovals, 0, "maintenance finds nothing left");
    assert.deepEqual(h.rebuildDifferences(), []);
  }
});
