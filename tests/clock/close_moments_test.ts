import fc from "fast-check";
import assert from "node:assert/strict";
import { Clock } from "../../services/ground/clock/clock.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import type { DueMoment } from "../../services/ground/kernel/due.ts";
import { systemStream } from "../../store/system/stream.ts";
import { type Harness, harness } from "../harness.ts";
import { TickingClocks } from "./clocks.ts";

const SECOND = 1000;

/** Moments that share an entry of the clock, each done with when it has come; remembers how late each was. */
function sharing(clocks: TickingClocks, moments: readonly number[], how: "run" | "begin") {
  const pending = new Set(moments.map((after) => clocks.wall + after));
  const count = pending.size;
  const lateness: number[] = [];
  const settle = (now: number) => {
    for (const at of pending) {
      if (at > now) continue;
      pending.delete(at);
      lateness.push(now - at);
    }
  };
  const due: DueMoment = {
    kind: "shared",
    movedBy: [],
    next: () => pending.size === 0 ? null : new Date(Math.min(...pending)),
    ...(how === "run"
      ? { run: (ctx) => settle(ctx.now().getTime()) }
      // deno-lint-ignore require-await -- what is begun is a promise
      : { begin: async (ctx) => settle(ctx.now().getTime()) }),
  };
  return { due, lateness, isDone: () => lateness.length === count };
}

/** Only this clock sleeps by the test's clocks: another sleeper would make time pass too. */
const clockOf = (h: Harness, clocks: TickingClocks, dues: DueMoment[]) =>
  new Clock({ ...h.service, pause: clocks.pause }, dues, clocks.readClocks);

Deno.test("moments that are milliseconds apart and share an entry are all handled within a second", async () => {
  const clocks = new TickingClocks();
  await using h = await harness({ now: clocks.now, readClocks: clocks.readClocks });
  const distance = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 70_000 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(distance, { minLength: 1, maxLength: 20 }),
      fc.constantFrom("run" as const, "begin" as const),
      async (distances, how) => {
        let sum = 1500;
        const { due, lateness, isDone } = sharing(clocks, distances.map((each) => sum += each), how);
        const clock = clockOf(h, clocks, [due]);
        clock.start();
        await clocks.until(isDone, clocks.wall + sum + 120 * SECOND).finally(() => clock.stop());
        assert.ok(Math.max(...lateness) <= SECOND, `${how}: ${lateness}`);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("work that arrives while earlier work is being finished is begun within a second; work that makes its own news is not begun in a circle", async () => {
  const clocks = new TickingClocks();
  await using h = await harness({ now: clocks.now, readClocks: clocks.readClocks });
  const ctx = contextFor(h.service, "system");
  const news = async () => {
    record(ctx, systemStream, "service", [{ type: "audit.integrity_warning", data: { detail: "x" } }]);
    await ctx.settled();
  };
  let waiting = 1;
  const begun: number[] = [];
  const due = (onBegun: () => void): DueMoment => ({
    kind: "work",
    movedBy: ["audit.integrity_warning"],
    next: () => waiting > 0 ? new Date(0) : null,
    begin: async () => {
      begun.push(clocks.wall);
      onBegun();
      await news();
    },
  });
  const late = clockOf(h, clocks, [due(() => waiting = begun.length === 1 ? 1 : 0)]);
  late.start();
  await clocks.until(() => waiting === 0, clocks.wall + 120 * SECOND);
  await late.stop();
  assert.ok(begun[1]! - begun[0]! <= SECOND, `${begun[1]! - begun[0]!} ms`);

  begun.length = 0;
  waiting = 1;
  const circle = clockOf(h, clocks, [due(() => {})]);
  const start = clocks.wall;
  circle.start();
  await clocks.until(() => clocks.wall > start + 300 * SECOND, start + 400 * SECOND);
  await circle.stop();
  assert.ok(begun.length <= 15, `begun ${begun.length} times within five minutes`);
});
