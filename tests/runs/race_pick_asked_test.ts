import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { askingWorker } from "./asking_worker.ts";
import { AT_THE_TOP, begin, contender, FILES } from "./race_world.ts";

Deno.test("race: a result is picked while one contender asks a human, and those at work are stopped", async () => {
  using repository = TestRepository.make(FILES);
  const hangs = Promise.withResolvers<void>();
  const asks = {
    ...askingWorker(),
    plan: () => ({
      tasks: [{ id: "task_1", title: "Ask", instructions: "ask asked.txt", dependsOn: [], commands: [] }],
    }),
  };
  await using h = await harness({
    workers: 3,
    availableWorkers: [contender("good", AT_THE_TOP), asks, contender("slow", "hangs", hangs.resolve)],
  });
  await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "everything" } });
  const { id } = await begin(h, repository, ["good", "asking", "slow"]);
  await hangs.promise;
  const asked = await h.until(
    id,
    ({ traces, waitingFor }) =>
      waitingFor?.kind === "approval" && traces.items.some(({ type }) => type === "run.bundled"),
  );
  assert.equal(pendingOf(asked).title, "Write asked.txt");
  await h.operator("POST /runs/:id/pick", { params: { id }, body: { parts: [{ contender: 1 }] } });
  const shown = await h.until(
    id,
    ({ approvals }) => approvals.some(({ policyClass }) => policyClass === "repo-write"),
  );
  assert.equal(pendingOf(shown).policyClass, "repo-write");
  const statuses = shown.tasks.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, ["cancelled", "cancelled", "completed"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
