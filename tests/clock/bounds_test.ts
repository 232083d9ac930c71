import assert from "node:assert/strict";
import { Clock } from "../../services/ground/clock/clock.ts";
import { describeJump, findJump } from "../../services/ground/clock/jump.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import type { DueMoment } from "../../services/ground/kernel/due.ts";
import { systemStream } from "../../store/system/stream.ts";
import { type Harness, harness } from "../harness.ts";
import { TestClocks } from "./clocks.ts";

const onClocks = (clocks: TestClocks) =>
  harness({ now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause });

/** Records something that some wait for. */
async function warn(h: Harness): Promise<void> {
  const ctx = contextFor(h.service, "system");
  record(ctx, systemStream, "service", [{ type: "audit.integrity_warning", data: { detail: "x" } }]);
  await ctx.settled();
}

Deno.test("a jump and a sleep are at least two seconds long", () => {
  const before = { wall: 0, elapsed: 0, sinceBoot: 0 };
  const after = (wall: number, slept: number) => ({ wall, elapsed: 0, sinceBoot: slept });
  assert.deepEqual(findJump(before, after(2000, 0)), { milliseconds: 2000, sleptMilliseconds: 0 });
  assert.equal(findJump(before, after(1999, 0)), null);
  assert.deepEqual(findJump(before, after(2000, 2000)), { milliseconds: 2000, sleptMilliseconds: 2000 });
  assert.equal(findJump(before, after(1999, 1999)), null);
  assert.equal(
    describeJump({ milliseconds: 12_000, sleptMilliseconds: 10_000 }),
    "This machine slept for 10 s. The clock of this machine was set forward by 2 s.",
  );
  assert.equal(
    describeJump({ milliseconds: 11_999, sleptMilliseconds: 10_000 }),
    "This machine slept for 10 s.",
  );
});

Deno.test("what is still due is held for its 30 seconds whatever else wakes the clock, also if it is due at that very moment", async () => {
  const clocks = new TestClocks();
  await using h = await onClocks(clocks);
  const moment = new Date(clocks.wall);
  let [runs, others, next] = [0, 0, clocks.wall + 10_000];
  const held: DueMoment = { kind: "held", movedBy: [], next: () => moment, run: () => void runs++ };
  const other: DueMoment = {
    kind: "other",
    movedBy: [],
    next: () => new Date(next),
    run: () => {
      others++;
      next += 10_000;
    },
  };
  const clock = new Clock(h.service, [held, other], clocks.readClocks);
  clock.start();
  assert.equal(await clocks.sleeping(), 10_000);
  assert.equal(await clocks.wake(), 10_000);
  assert.equal(await clocks.wake(), 10_000);
  assert.deepEqual([runs, others], [1, 2]);
  await clocks.wake();
  assert.deepEqual([runs, others], [2, 3]);
  await clock.stop();
});

Deno.test("what brings itself about again waits four times as long each time, and begins anew once it was settled", async () => {
  const clocks = new TestClocks();
  await using h = await onClocks(clocks);
  let due = true;
  const noisy: DueMoment = {
    kind: "noisy",
    movedBy: ["audit.integrity_warning"],
    next: () => due ? new Date(0) : null,
    begin: () => warn(h),
  };
  const clock = new Clock(h.service, [noisy], clocks.readClocks);
  clock.start();
  const waits: number[] = [];
  // The clock also sleeps for 30 seconds while the work is under way.
  for (let wait = await clocks.sleeping(); waits.length < 3; wait = await clocks.sleeping()) {
    if (wait === 30_000) {
      await clock.idle();
      await new Promise((resolve) => setTimeout(resolve));
      continue;
    }
    waits.push(wait);
    if (waits.length === 3) due = false;
    void clocks.wake();
    await clock.idle();
    await new Promise((resolve) => setTimeout(resolve));
  }
  assert.deepEqual(waits, [100, 400, 1600]);
  await clock.stop();
});

Deno.test("a clock that is stopped in the middle of a pass begins nothing more", async () => {
  const clocks = new TestClocks();
  await using h = await onClocks(clocks);
  let [stopped, runs] = [Promise.resolve(), 0];
  const dues: DueMoment[] = [
    { kind: "stops", movedBy: [], next: () => new Date(0), run: () => void (stopped = clock.stop()) },
    { kind: "next", movedBy: [], next: () => new Date(0), run: () => void runs++ },
  ];
  const clock = new Clock(h.service, dues, clocks.readClocks);
  await clock.runOnce();
  await stopped;
  assert.equal(runs, 0);
});

Deno.test("only the events that may move a moment make it asked for again", async () => {
  const clocks = new TestClocks();
  await using h = await onClocks(clocks);
  const asked = { one: 0, other: 0 };
  const due = (kind: "one" | "other", type: string): DueMoment => ({
    kind,
    movedBy: [type],
    next: () => (asked[kind]++, null),
  });
  const clock = new Clock(
    h.service,
    [due("one", "audit.integrity_warning"), due("other", "run.created")],
    clocks.readClocks,
  );
  clock.start();
  await clocks.sleeping();
  const before = { ...asked };
  await warn(h);
  await clocks.sleeping();
  assert.deepEqual(asked, { one: before.one + 1, other: before.other });
  await clock.stop();
});

Deno.test("what was handled since it was looked at is not run", async () => {
  const clocks = new TestClocks();
  await using h = await onClocks(clocks);
  let [asked, runs] = [0, 0];
  const due: DueMoment = {
    kind: "test",
    movedBy: [],
    next: () => asked++ === 0 ? new Date(0) : null,
    run: () => void runs++,
  };
  await new Clock(h.service, [due], clocks.readClocks).runOnce();
  assert.deepEqual([asked > 1, runs], [true, 0]);
});
