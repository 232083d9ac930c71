import assert from "node:assert/strict";
import type { Worker } from "../../services/workforce/workers/worker.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { contender } from "./race_world.ts";
import { runToRest } from "./scenario.ts";

Deno.test("a run whose provider became ready while it was paused goes on when it is resumed", async () => {
  using repository = TestRepository.make();
  let isReady = false;
  const worker: Worker = {
    ...contender("late", { "b.txt": "b" }),
    readiness: () => isReady ? { ready: true } : { ready: false, reason: "It is off.", fix: "Start it." },
  };
  await using h = await harness({ workers: 1, availableWorkers: [worker] });
  const run = await runToRest(h, repository, { request: "Write b", worker: { provider: "late" } });
  assert.equal(run.waitingFor!.kind, "dependency");
  const params = { id: run.id };
  await h.operator("POST /runs/:id/pause", { params });
  isReady = true;
  await h.service.providerMonitor.afterPass();
  await h.operator("POST /runs/:id/resume", { params });
  const { approvals } = await h.until(run.id, ({ waitingFor }) => waitingFor?.kind === "approval");
  assert.equal(approvals.length, 1);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run whose result did not fit, and whose task was retried while it was paused, goes on when it is resumed", async () => {
  using repository = TestRepository.make({ "b.txt": "one\n" });
  await using h = await harness({
    workers: 1,
    availableWorkers: [contender("writer", { "b.txt": "two\n" })],
  });
  const { id, approvals } = await runToRest(h, repository, {
    request: "Write b",
    worker: { provider: "writer" },
  });
  repository.write({ "b.txt": "mine\n" });
  const decided = { params: { id: approvals[0]!.id }, body: REVIEWED };
  assert.equal((await h.operator("POST /approvals/:id/approve", decided)).application, "stale");
  const params = { id };
  await h.operator("POST /runs/:id/pause", { params });
  await h.operator("POST /runs/:id/resume", { params });
  assert.equal((await h.settled(id)).waitingFor?.kind, "input", "the control: nothing is to be done");
  await h.operator("POST /runs/:id/pause", { params });
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", {
    params: { id, taskId: "task_1" },
    body: {},
  });
  await h.operator("POST /runs/:id/resume", { params });
  const again = await h.until(id, ({ waitingFor }) => waitingFor?.kind === "approval");
  assert.equal(again.approvals.length, 2);
  assert.deepEqual(h.rebuildDifferences(), []);
});
