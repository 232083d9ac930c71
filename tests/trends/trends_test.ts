import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import { harness } from "../harness.ts";
import { failures } from "../notifications/failures.ts";
import { pendingOf } from "../kit/pending_of.ts";

const DAY = 86_400_000;

Deno.test("GET /trends: runs, waits and verifications by day, by worker and by repository; erased ones are in none", async () => {
  const clock = { at: Date.parse("2026-01-10T12:00:00.000Z") };
  await using h = await harness({ workers: 1, now: () => new Date(clock.at) });
  using repository = TestRepository.make();
  const ask = async (verifier: string) => {
    const body = {
      request: 'create a.md with "x"',
      repoPath: repository.root,
      verifier: { command: verifier },
    };
    return await h.settled((await h.operator("POST /coordinator/runs", { body })).id);
  };
  const first = await ask("true");
  clock.at += 90_000;
  await h.operator("POST /approvals/:id/approve", { params: { id: pendingOf(first).id }, body: REVIEWED });
  assert.equal((await h.settled(first.id)).status, "completed");
  clock.at += DAY;
  const second = await ask("true");
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(second).id },
    body: { ...REVIEWED, disposition: "rework", reviewerNote: 'create b.md with "y"' },
  });
  const again = await h.settled(second.id);
  assert.equal(again.round, 2);
  await h.operator("POST /runs/:id/cancel", { params: { id: second.id } });
  const third = await ask("true");
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(third).id },
    body: { ...REVIEWED, disposition: "abandon" },
  });
  assert.equal((await h.settled(third.id)).statusReason, "approval_rejected");

  const { days, workers, repositories } = await h.operator("GET /trends", { query: { days: 3 } });
  assert.deepEqual(days.map(({ day }) => day), ["2026-01-09", "2026-01-10", "2026-01-11"]);
  const shown = days.map((day) => [
    [day.completed, day.cancelled, day.failed, day.rejected],
    [day.waits, day.verifications],
  ]);
  assert.deepEqual(shown, [[[0, 0, 0, 0], [0, 0]], [[1, 0, 0, 0], [1, 1]], [[0, 1, 0, 1], [3, 3]]]);
  assert.equal(days[1]!.waitedMilliseconds, 90_000);
  const expected = { completed: 1, failed: 0, rejected: 1, cancelled: 1, reworked: 1 };
  assert.deepEqual(workers, [{ name: "builtin", ...expected }]);
  assert.deepEqual(repositories, [{ name: repository.root, ...expected }]);
  assert.deepEqual(h.rebuildDifferences(), []);

  await h.operator("POST /runs/:id/delete", { params: { id: second.id } });
  const left = await h.operator("GET /trends", { query: { days: 3 } });
  const { cancelled, rejected, waits, verifications } = left.days[2]!;
  assert.deepEqual([cancelled, rejected, waits, verifications], [0, 1, 1, 1], "those of the third run alone");
  assert.deepEqual(left.workers, [{
    name: "builtin",
    completed: 1,
    failed: 0,
    rejected: 1,
    cancelled: 0,
    reworked: 0,
  }]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /trends: what was spent by day, calls of unknown cost apart, and runs that failed", async () => {
  await using h = await harness({ now: () => new Date("2026-01-10T12:00:00.000Z") });
  const [id] = await failures(h, 3);
  const ctx = contextFor(h.service, "system");
  const model = { provider: "local", model: "small" };
  for (const [callId, costUsd] of [["one", 0.25], ["two", null]] as const) {
    record(ctx, runStream, id!, [
      {
        type: "model.called",
        data: { ...model, callId, purpose: "work", attempt: 1, estimatedInputTokens: 9, worstCaseUsd: null },
      },
      {
        type: "model.completed",
        data: {
          ...model,
          callId,
          costUsd,
          inputTokens: 100,
          outputTokens: 20,
          cachedInputTokens: null,
          durationMilliseconds: 5,
          finish: "stop",
        },
      },
    ], { runId: id! });
  }
  await ctx.settled();
  const { days: [day], workers, repositories } = await h.operator("GET /trends", { query: { days: 1 } });
  assert.deepEqual([day!.failed, day!.calls, day!.unknownCalls, day!.costUsd, day!.tokens], [
    3,
    2,
    1,
    0.25,
    240,
  ]);
  assert.deepEqual([workers[0]!.name, workers[0]!.failed, repositories[0]!.name], ["", 3, "/r"]);
});
