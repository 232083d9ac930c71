import assert from "node:assert/strict";
import type { Worker } from "../../services/workforce/workers/worker.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { type Asked, askingWorker } from "./asking_worker.ts";
import { approvePending } from "./scenario.ts";

/** A worker that keeps its slot until it is let go. */
function holdingWorker() {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const worker: Worker = {
    ...askingWorker(),
    provider: "holding",
    perform: async () => {
      begun.resolve();
      await over.promise;
      return { ok: true, summary: "Held." };
    },
  };
  return { worker, begun: begun.promise, letGo: over.resolve };
}

async function start(h: Harness, { root }: TestRepository, provider: string, request: string) {
  await h.operator("POST /repositories/dial", { body: { repoPath: root, dial: "everything" } });
  const body = { request, repoPath: root, worker: { provider } };
  return (await h.operator("POST /coordinator/runs", { body })).id;
}

Deno.test("a task with two answers needs one slot to go on", async () => {
  using repository = TestRepository.make();
  const asked: Asked = { answers: [], attempts: 0 };
  const holding = holdingWorker();
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker(asked), holding.worker] });
  const id = await start(h, repository, "asking", "ask one.txt two.txt");
  const { approvals } = await h.until(id, (run) => run.approvals.length === 2);
  await start(h, repository, "holding", "hold");
  await holding.begun;
  for (const { id } of approvals) {
    await h.operator("POST /approvals/:id/approve", { params: { id }, body: { actorType: "human" } });
  }
  holding.letGo();
  const patch = await h.until(id, (run) => run.approvals.length === 3);
  const { status, statusDetail } = await approvePending(h, patch);
  assert.equal(status, "completed", statusDetail);
  assert.deepEqual(asked.answers.toSorted(), ["one.txt: approved", "two.txt: approved"]);
  assert.deepEqual(h.service.execution.slots(), { total: 1, busy: 0 });
});
