import assert from "node:assert/strict";

const TIMES = 16;

/** Work that grows with the square of its size takes 256 times as long; what is below this is no more than n · log n. */
const MAX_TIMES_AS_LONG = 64;

/** What else a machine does only ever adds to a measurement: one that is too long is taken again before it is believed. */
const TRIES = 40;

/** Fails when work on sixteen times as much takes far more than sixteen times as long. It knows no time but its own. */
export function assertGrowsWithSize(work: (size: number) => unknown, size: number, what = ""): void {
  const sizes = [Math.ceil(size / TIMES), size];
  const best = [Infinity, Infinity];
  for (let i = 0; i < TRIES; i++) {
    for (const [j, each] of sizes.entries()) {
      const began = performance.now();
      work(each);
      best[j] = Math.min(best[j]!, performance.now() - began);
    }
    if (best[1]! < best[0]! * MAX_TIMES_AS_LONG) return;
  }
  assert.fail(`${what} ${sizes.join(" and ")} take ${best.map((each) => each.toFixed(3)).join(" and ")} ms`);
}
