import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { askingWorker } from "./asking_worker.ts";
import { approvePending } from "./scenario.ts";

const HUMAN = { actorType: "human" } as const;

/** Begins a run of two tasks: one asks a person, the other does nothing. */
async function begin(h: Harness, repository: TestRepository): Promise<string> {
  await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "everything" } });
  const body = { request: "ask a.txt\nother", repoPath: repository.root, worker: { provider: "asking" } };
  return (await h.operator("POST /coordinator/runs", { body })).id;
}

/** Throws at the boundary after the work of the task that does not ask, once. */
function faulty() {
  const met = { faults: 0 };
  const boundary = (point: string) => {
    if (/^task:.*:captured$/.test(point) && met.faults === 0) {
      met.faults++;
      throw new Error("Too many open files (os error 24)");
    }
  };
  return { met, boundary };
}

Deno.test("a fault in one task is tried again while another waits for a person, whose question stays", async () => {
  using repository = TestRepository.make();
  const { met, boundary } = faulty();
  await using h = await harness({ workers: 2, availableWorkers: [askingWorker()], boundary });
  const id = await begin(h, repository);
  const run = await h.until(id, ({ tasks }) => tasks.some(({ status }) => status === "completed"));
  assert.deepEqual([run.tasks.map(({ status }) => status), met.faults], [["waiting", "completed"], 1]);
  const { id: asked } = pendingOf(run);
  await h.operator("POST /approvals/:id/approve", { params: { id: asked }, body: HUMAN });
  const done = await approvePending(
    h,
    await h.until(id, ({ approvals }) => approvals.some(({ policyClass }) => policyClass === "repo-write")),
  );
  assert.equal(done.status, "completed", done.statusDetail);
});
