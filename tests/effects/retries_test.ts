import assert from "node:assert/strict";
import fc from "fast-check";
import { RETRIES, type Retries, retryAt } from "../../services/ground/effects/retries.ts";

const NOW = new Date("2026-03-01T00:00:00Z");

const schedule = fc.constantFrom(...Object.values(RETRIES) as Retries[]);

Deno.test("a failed attempt is repeated later than now, within its time, and never sooner than a server asks", () => {
  const failures = fc.record({
    before: fc.nat(20),
    since: fc.option(
      fc.integer({ min: 0, max: 200 * 3600 }).map((ago) =>
        new Date(NOW.getTime() - ago * 1000).toISOString()
      ),
    ),
    askedSeconds: fc.option(fc.nat(1_000_000)),
  });
  fc.assert(fc.property(schedule, failures, (retries, failed) => {
    const next = retryAt(retries, failed, NOW);
    const isLate = retries.within !== undefined && failed.since !== null &&
      NOW.getTime() - Date.parse(failed.since) >= retries.within;
    const isOver = retries.afterLast === "stop" && failed.before >= retries.waits.length;
    if (isLate || isOver) return assert.equal(next, null);
    const wait = Date.parse(next!) - NOW.getTime();
    const planned = retries.waits[Math.min(failed.before, retries.waits.length - 1)]!;
    const asked = Math.min(failed.askedSeconds ?? 0, 86_400) * 1000;
    assert.equal(wait, Math.max(planned, asked));
  }));
});

Deno.test("waits grow, so that a server that is down is asked ever less", () => {
  for (const { waits } of Object.values(RETRIES) as Retries[]) {
    assert.deepEqual(waits, waits.toSorted((a, b) => a - b));
  }
});
