import assert from "node:assert/strict";
import fc from "fast-check";
import type { TrialAttempt } from "../../store/trials/document.ts";
import { compare } from "../../services/execution/trials/compare.ts";
import { isOverTime } from "../../services/execution/trials/left.ts";
import { holm, mcnemar, power, wilson } from "../../services/execution/trials/statistics.ts";
import { CASES, toldApart } from "./simulate.ts";

const count = fc.integer({ min: 0, max: 60 });
const near = (one: number, other: number) =>
  assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);

Deno.test("the interval contains the share, is within 0 and 1, and narrows with more cases", () => {
  fc.assert(fc.property(count, count, (solved, missed) => {
    const n = solved + missed;
    const { low, high } = wilson(solved, n);
    assert.ok(0 <= low && low <= high && high <= 1);
    if (n > 0) assert.ok(low <= solved / n && solved / n <= high);
    const more = wilson(4 * solved, 4 * n);
    if (n > 0) assert.ok(more.high - more.low < high - low);
  }));
  near(wilson(3, 10).low, 0.10779126740630099);
  near(wilson(3, 10).high, 0.6032218525388546);
});

Deno.test("the test of pairs gives the binomial tail on both sides, and is the same from either side", () => {
  fc.assert(fc.property(count, count, (one, other) => {
    const p = mcnemar(one, other);
    assert.ok(0 < p && p <= 1);
    near(p, mcnemar(other, one));
    if (other > one) assert.ok(mcnemar(one, other + 1) <= p + 1e-12);
  }));
  near(mcnemar(0, 5), 0.0625);
  near(mcnemar(1, 8), 2 * 10 / 512);
  near(mcnemar(0, 0), 1);
});

Deno.test("the correction for several pairs never makes a value smaller, and keeps their order", () => {
  const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
  fc.assert(fc.property(values, (given) => {
    const corrected = holm(given);
    for (const [i, value] of given.entries()) {
      assert.ok(corrected[i]! >= value && corrected[i]! <= 1);
      for (const [j, other] of given.entries()) if (value < other) assert.ok(corrected[i]! <= corrected[j]!);
    }
  }));
  assert.deepEqual(holm([0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
});

Deno.test("in seeded simulations workers of 30 % and 60 % are told apart in 80 %, equal ones in at most 5 %", () => {
  const times = 300;
  assert.ok(toldApart(times, 7, [0.3, 0.6]) >= 0.8);
  for (const share of [0.1, 0.3, 0.5, 0.9]) assert.ok(toldApart(times, 7, [share, share]) <= 0.05);
  // What the plan says beforehand is what simulations find.
  assert.ok(Math.abs(power(CASES, 0.3, 0.6) - toldApart(2000, 7, [0.3, 0.6])) < 0.03);
  assert.ok(Math.abs(power(20, 0.3, 0.6) - toldApart(2000, 7, [0.3, 0.6], 20)) < 0.03);
  near(power(20, 0, 0), 0);
});

Deno.test("the time to prove cases goes on after a stop, and is given once more where it was over", () => {
  const after = (...minutes: number[]) => ({
    maxMinutes: 10,
    cases: minutes.map((each) => ({ milliseconds: each * 60_000 })),
  });
  assert.equal(isOverTime(after(), after(4, 5)), false);
  assert.equal(isOverTime(after(4), after(4, 5, 2)), true);
  assert.equal(isOverTime(after(4, 5, 2), after(4, 5, 2, 8)), false);
  assert.equal(isOverTime(after(4, 5, 2, 3), after(4, 5, 2, 3, 7)), true);
});

Deno.test("what is said of two workers does not change when a third one ends", () => {
  const caseIds = Array.from({ length: 8 }, (_, i) => `case_${i}`);
  const workers = ["a", "b", "c"].map((provider) => ({ provider, model: "model" }));
  const attemptAt = (caseId: string, i: number): TrialAttempt => {
    const outcome = i === 0 && caseId < "case_6" ? "solved" : "unsolved";
    const end = { outcome, detail: "", costUsd: 0, milliseconds: 1, broke: [] } as const;
    return { caseId, worker: workers[i]!, runId: `${caseId} ${i}`, end: { ...end, broke: [] } };
  };
  const plan = { workers, caseIds, maxCostUsd: null, attemptUsd: null, attemptMinutes: 1 };
  const pairsOf = (ended: number) => {
    const attempts = caseIds.flatMap((id) => workers.slice(0, ended).map((_, i) => attemptAt(id, i)));
    return compare({ plan, attempts, cases: [] }).pairs;
  };
  const [before, after] = [pairsOf(2)[0]!, pairsOf(3)[0]!];
  near(before.p!, 3 * mcnemar(6, 0));
  assert.deepEqual([before.verdict, before.sentence], [after.verdict, after.sentence]);
});
