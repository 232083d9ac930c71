import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { moveRun } from "../../services/control/lifecycle/runs.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

Deno.test("maintenance at any moment of a run that begins reports nothing", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  // Right after the executor has taken the run up, in the same batch.
  const passes: Promise<unknown>[] = [];
  h.store.subscribe((events) => {
    if (events.some(({ type }) => type.startsWith("run."))) passes.push(h.composition.maintenance.runOnce());
  });
  const events = await h.eventsOf(async () => {
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { request: 'create a.md with "x"', repoPath: repository.root },
    });
    await h.settled(id);
    await Promise.all(passes);
  });
  const types = new Set(events.map(({ type }) => type));
  assert.ok(types.has("system.maintenance_completed") && types.has("run.bundled"));
  assert.ok(!types.has("run.stalled") && !types.has("audit.integrity_warning"), [...types].join(" "));
});

Deno.test("a run that nothing has worked on for five minutes is reported as stalled, not as changed data", async () => {
  let at = Date.parse("2026-01-02T03:04:05.678Z");
  await using h = await harness({ now: () => new Date(at) });
  await using queued = await queuedRun(h);
  const { id } = queued;
  const ctx = contextFor(h.service, "coordinator");
  await h.store.commit(() => moveRun(ctx, id, "start", { holder: h.service.holder }));
  h.service.execution.isMoving = () => false;
  const reported = async () =>
    (await h.eventsOf(() => h.composition.maintenance.runOnce())).filter(({ type }) =>
      type === "run.stalled"
    );
  at += 5 * 60_000 - 1;
  assert.deepEqual(await reported(), []);
  at += 1;
  assert.equal((await reported()).length, 1);
  assert.equal((await reported()).length, 1, "each pass says it, until the run moves");
  const { items } = await h.operator("GET /notifications");
  assert.deepEqual(items.map(({ category, severity, occurrences }) => [category, severity, occurrences]), [
    ["blocker", "error", 2],
  ]);
  assert.match(items[0]!.title, /^No progress: /);
  assert.equal((await h.operator("GET /control-plane/status")).audit.integrityWarnings, 0);
  h.service.execution.isMoving = () => true;
  assert.deepEqual(await reported(), []);
  await h.operator("POST /runs/:id/pause", { params: { id } });
  await h.operator("POST /runs/:id/resume", { params: { id } });
  assert.deepEqual(h.rebuildDifferences(), []);
});
