import assert from "node:assert/strict";
import { REQUESTED } from "../../bench/requested.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { newApproval } from "../../services/control/lifecycle/approvals.ts";
import { moveRun } from "../../services/control/lifecycle/runs.ts";
import { failRun } from "../../services/control/runs/end.ts";
import { requireRun } from "../../services/control/runs/read_model.ts";
import { approvalStream } from "../../store/approvals/stream.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";

const HOUR = 60 * 60 * 1000;

/** Does something with each of so many new runs, all in one unit. */
async function withRuns(
  h: Harness,
  repository: TestRepository,
  count: number,
  each: (id: string, ctx: ReturnType<typeof contextFor<Harness["service"]>>, i: number) => void,
): Promise<void> {
  const body = { request: "run true", repoPath: repository.root };
  const runs = await Promise.all(
    Array.from({ length: count }, () => h.operator("POST /coordinator/runs", { body })),
  );
  const ctx = contextFor(h.service, "operator");
  ctx.write(() => runs.forEach(({ id }, i) => each(id, ctx, i)));
  await ctx.settled();
}

/** So many runs that failed in ways that maintenance of the memory makes candidates of. */
const fail = (h: Harness, repository: TestRepository, count: number) =>
  withRuns(h, repository, count, (id, ctx, i) => {
    moveRun(ctx, id, "start", { holder: "test" });
    failRun(ctx, requireRun(ctx, id), "verification_failed", `test ${i} of module${i} expected ${i}`);
  });

/** So many approvals that expire in an hour. */
const awaitApprovals = (h: Harness, repository: TestRepository, count: number) =>
  withRuns(h, repository, count, (runId, ctx) => {
    const expiresAt = new Date(ctx.now().getTime() + HOUR).toISOString();
    record(ctx, approvalStream, ctx.newId("approval"), [newApproval({ ...REQUESTED, expiresAt })], { runId });
    moveRun(ctx, runId, "start", { holder: "test" });
  });

/** Asserts that so many events of a type are recorded in batches of at most a hundred, and that others are answered between. */
async function comesInParts(h: Harness, type: string, total: number, work: () => Promise<unknown>) {
  const parts: number[] = [];
  let answeredAfter = 0;
  const unsubscribe = h.store.subscribe((events) => {
    const count = events.filter((event) => event.type === type).length;
    if (count > 0) parts.push(count);
    if (count > 0 && parts.length === 1) {
      h.operator("GET /runs/counts").then(() => answeredAfter = parts.length);
    }
  });
  await work();
  unsubscribe();
  assert.equal(parts.reduce((sum, part) => sum + part, 0), total);
  assert.ok(parts.every((part) => part <= 100), `${parts}`);
  assert.ok(
    answeredAfter > 0 && answeredAfter < parts.length,
    `answered after ${answeredAfter} of ${parts.length}`,
  );
}

Deno.test("maintenance of the memory takes what happened at most a hundred at a time, and answers others between", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  await fail(h, repository, 230);
  const work = () => h.operator("POST /memory/maintenance");
  await comesInParts(h, "memory.candidate_extracted", 230, work);
  await fail(h, repository, 120);
  await comesInParts(h, "memory.candidate_seen_again", 120, () => h.composition.maintenance.runOnce());
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("maintenance of the memory stops when its client has left, and the next does the rest once", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  await fail(h, repository, 130);
  const leaving = new AbortController();
  const unsubscribe = h.store.subscribe(() => leaving.abort());
  const path = "/memory/maintenance";
  await h.send(path, { method: "POST", signal: leaving.signal }).then((response) => response.body?.cancel());
  unsubscribe();
  const candidates = () => h.operator("GET /memory/candidates", { query: { limit: 1000 } });
  const first = (await candidates()).length;
  assert.ok(first > 0 && first <= 100, `${first} candidates when the client left`);
  const report = await h.operator("POST /memory/maintenance");
  assert.deepEqual([report.summary.failures, report.extracted.length], [130, 130 - first]);
  assert.equal(new Set((await candidates()).map(({ content }) => content)).size, 130);
  assert.equal((await h.operator("POST /memory/maintenance")).summary.failures, 0);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("approvals expire at most a hundred at a time, by the clock and by maintenance, and others are answered between", async () => {
  for (const expire of ["clock", "maintenance"] as const) {
    let ahead = 0;
    await using h = await harness({ now: () => new Date(Date.now() + ahead) });
    using repository = TestRepository.make();
    await awaitApprovals(h, repository, 230);
    ahead += 2 * HOUR;
    await comesInParts(h, "approval.expired", 230, () => h.composition[expire].runOnce());
    assert.deepEqual((await h.operator("GET /runs/counts")).byStatus, { failed: 230 });
  }
});
