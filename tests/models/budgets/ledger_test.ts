import assert from "node:assert/strict";
import fc from "fast-check";
import { contextFor, record } from "../../../services/ground/kernel/context.ts";
import { dayOf } from "../../../services/sessions/models/budgets/left.ts";
import { type Spend, spendOfDay, spendOfRun } from "../../../services/sessions/models/budgets/spend.ts";
import { erase } from "../../../store/erase.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { keepSpend } from "../../../services/sessions/models/budgets/keep_spend.ts";
import { harness } from "../../harness.ts";

type Call = {
  run: "a" | "b";
  worst: number | null;
  end: "known" | "unknown" | "failed" | "open" | "recovered";
  cost: number;
};

const cents = fc.integer({ min: 0, max: 100_000 }).map((amount) => amount / 1000);
const call: fc.Arbitrary<Call> = fc.record({
  run: fc.constantFrom("a", "b"),
  worst: fc.option(cents, { nil: null }),
  end: fc.constantFrom("known", "unknown", "failed", "open", "recovered"),
  cost: cents,
});

const sum = (numbers: number[]): number => Math.round(numbers.reduce((a, b) => a + b, 0) * 1e9) / 1e9;

/** What the ledger has to say of these calls, by the words of the interface alone. */
function expected(calls: readonly Call[]): Partial<Spend> {
  const known = calls.filter(({ end }) => end === "known" || end === "failed");
  const rest = calls.filter((each) => !known.includes(each));
  return {
    calls: calls.length,
    failedCalls: calls.filter(({ end }) => end === "failed").length,
    openCalls: calls.filter(({ end }) => end === "open").length,
    costUsd: sum(known.map(({ cost }) => cost)),
    unknownCalls: calls.filter(({ end }) => end === "unknown" || end === "recovered").length,
    reservedUsd: sum(rest.map(({ worst }) => worst ?? 0)),
    lostCalls: calls.filter(({ end }) => end === "recovered").length,
    lostUsd: sum(calls.filter(({ end }) => end === "recovered").map(({ worst }) => worst ?? 0)),
  };
}

const part = (
  { calls, failedCalls, openCalls, costUsd, unknownCalls, reservedUsd, lostCalls, lostUsd }: Spend,
): Partial<Spend> => ({
  calls,
  failedCalls,
  openCalls,
  costUsd: sum([costUsd]),
  unknownCalls,
  reservedUsd: sum([reservedUsd]),
  lostCalls,
  lostUsd: sum([lostUsd]),
});

Deno.test("the ledger adds up whatever calls come, by run and by day, and keeps the day's when a run is erased", async () => {
  await using h = await harness({ localServers: [] });
  const ctx = contextFor(h.service, "system");
  let round = 0;
  const before = () => spendOfDay(ctx, dayOf(ctx.now()));
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 12 }), async (calls) => {
      const start = part(before());
      const own = (run: string) => `run_${round}_${run}`;
      round++;
      const runs = [...new Set(calls.map(({ run }) => own(run)))];
      await h.store.commit(() => {
        calls.forEach((each, i) => play(own(each.run), `call_${round}_${i}`, each));
        // Open ones stay open: what is cut off is cut off with all of its run.
      });
      for (const run of runs) {
        const mine = calls.filter((each) => own(each.run) === run);
        assert.deepEqual(part(spendOfRun(ctx, run)), expected(cutOff(mine)));
      }
      const all = runs.flatMap((run) => cutOff(calls.filter((each) => own(each.run) === run)));
      const today = part(before());
      const added = expected(all);
      for (const name of Object.keys(added) as (keyof Spend)[]) {
        assert.equal(today[name], sum([start[name]!, added[name]!]), name);
      }
      const [first] = runs;
      if (!first) return;
      await h.store.commit(() => {
        keepSpend(ctx, first);
        const [tombstone] = record(ctx, runStream, first, [{ type: "run.deleted", data: {} }], {
          runId: first,
        });
        erase(h.store, { runId: first }, tombstone!.seq);
      });
      const after = part(before());
      assert.deepEqual([after.calls, after.costUsd, after.reservedUsd], [
        today.calls,
        today.costUsd,
        today.reservedUsd,
      ]);
      assert.equal(spendOfRun(ctx, first).calls, 0);
    }),
    { numRuns: 30 },
  );
  assert.deepEqual(h.rebuildDifferences(), []);

  function play(run: string, callId: string, { worst, end, cost }: Call): void {
    const to = { provider: "p", model: "m" };
    const say = (type: "model.called" | "model.completed" | "model.failed" | "run.recovered", data: object) =>
      record(ctx, runStream, run, [{ type, data } as never], { runId: run });
    say("model.called", {
      callId,
      ...to,
      purpose: "work",
      attempt: 1,
      estimatedInputTokens: 1,
      worstCaseUsd: worst,
    });
    const measured = { callId, ...to, inputTokens: 1, outputTokens: 1, durationMilliseconds: 1 };
    if (end === "known" || end === "unknown") {
      const costUsd = end === "known" ? cost : null;
      say("model.completed", { ...measured, costUsd, cachedInputTokens: null, finish: "stop" });
    }
    if (end === "failed") {
      say("model.failed", {
        ...measured,
        costUsd: cost,
        fault: "timeout",
        detail: "",
        retryInMilliseconds: null,
      });
    }
    if (end === "recovered") say("run.recovered", { holder: "h" });
  }
});

/** A recovery cuts off every call of its run that is open by then. */
function cutOff(calls: readonly Call[]): Call[] {
  const last = calls.findLastIndex(({ end }) => end === "recovered");
  return calls.map((each, i) => each.end === "open" && i < last ? { ...each, end: "recovered" } : each);
}
