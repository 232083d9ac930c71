import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";

Deno.test("GET /runs/:id/timeline has all stages of a run with very many events, and its pages all of them", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await h.operator("POST /runs", {
    body: { request: 'create b.txt with "y"', repoPath: repository.root },
  });
  const ctx = contextFor(h.service, "system");
  const stalled = { type: "run.stalled" as const, data: { since: "2026-01-01T00:00:00.000Z" } };
  for (let i = 0; i < 11; i++) {
    ctx.write(() => record(ctx, runStream, id, Array.from({ length: 1000 }, () => stalled), { runId: id }));
  }
  await ctx.settled();
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  const seen: number[] = [];
  for (let cursor = "0", more = true; more;) {
    const page = await h.operator("GET /runs/:id/timeline", {
      params: { id },
      query: { cursor, limit: 1000 },
    });
    assert.deepEqual(page.stages.map(({ stage }) => stage), ["queued", "cancelled"]);
    assert.notEqual(page.stages[0]!.endedAt, null);
    seen.push(...page.items.map(({ sequence }) => sequence));
    [cursor, more] = [page.nextCursor, page.hasMore];
    if (!more) assert.equal(seen.length, page.total);
  }
  assert.equal(new Set(seen).size, seen.length);
});
