import assert from "node:assert/strict";
import { moveSession } from "../../services/control/lifecycle/task_sessions.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { askingWorker } from "../runs/asking_worker.ts";

Deno.test("a task whose stop the service did not live to finish asks nothing any more", async () => {
  using repository = TestRepository.make();
  const options = { workers: 1, availableWorkers: [askingWorker()] };
  const first = await Harness.open(options);
  await first.operator("POST /repositories/dial", {
    body: { repoPath: repository.root, dial: "everything" },
  });
  const { id } = await first.operator("POST /coordinator/runs", {
    body: { request: "ask new.txt", repoPath: repository.root, worker: { provider: "asking" } },
  });
  const run = await first.settled(id);
  const [task] = run.tasks;
  assert.equal(pendingOf(run).taskSessionId, task!.id);
  const ctx = contextFor(first.service, "operator");
  ctx.write(() => moveSession(ctx, task!.id, "requestStop", {}));
  await ctx.settled();
  await first.close();

  const second = await Harness.open(options, first.directory);
  const after = await second.settled(id);
  assert.deepEqual(after.approvals.map(({ status }) => status), ["cancelled"]);
  assert.deepEqual([after.status, after.waitingFor?.id, after.tasks[0]!.status], [
    "waiting",
    task!.id,
    "cancelled",
  ]);
  assert.deepEqual(second.rebuildDifferences(), []);
  await second.close();
});
