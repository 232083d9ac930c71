import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { approvePending } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { SharedDirectory } from "../shared_directory.ts";
import { sideBySide } from "./side_by_side.ts";

sandboxTest(
  "a dependent task that asks for its setup waits alone: what runs beside it continues and is not done again",
  async () => {
    using repository = TestRepository.make({ "package.json": '{ "name": "x" }\n' });
    await using h = await harness({ workers: 2, availableWorkers: [sideBySide] });
    using shared = new SharedDirectory(h.directory);
    const gate = shared.path("gate");
    const { id } = await h.operator("POST /coordinator/runs", {
      body: {
        request: [
          'replace "x" with "y" in package.json',
          `run until test -e ${gate}; do sleep 0.01; done; echo beside > beside.txt`,
          'after task_1: create c.txt with "c"',
        ].join("\n"),
        repoPath: repository.root,
        setup: { command: "true" },
      },
    });
    const asking = await h.until(id, ({ approvals }) => approvals.length > 0);
    const [, beside, dependent] = asking.tasks;
    assert.deepEqual([beside!.status, dependent!.status], ["running", "waiting"]);
    assert.equal(dependent!.waitingFor?.id, asking.approvals[0]!.id);
    await Deno.writeTextFile(gate, "");
    await h.until(id, ({ tasks }) => tasks[1]!.status === "completed");
    const setupAdmitted = await approvePending(h, await h.settled(id));
    const waiting = await approvePending(h, setupAdmitted); // the setup on the result of all
    assert.deepEqual(waiting.tasks.map(({ attempt }) => attempt), [1, 1, 2]);
    assert.ok(["waiting", "completed"].includes(waiting.status), waiting.statusDetail);
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest("a card that is retried while its task asks for its setup takes the question back", async () => {
  using repository = TestRepository.make({ "package.json": '{ "name": "x" }\n' });
  await using h = await harness({ workers: 1, availableWorkers: [sideBySide] });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: 'replace "x" with "y" in package.json\nafter task_1: create c.txt with "c"',
      repoPath: repository.root,
      setup: { command: "true" },
    },
  });
  const [first] = (await h.settled(id)).approvals;
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", {
    params: { id, taskId: "task_2" },
    body: {},
  });
  const again = await h.until(id, ({ approvals }) => approvals.length === 2);
  const states = new Map(again.approvals.map((approval) => [approval.id, approval.status]));
  assert.equal(states.get(first!.id), "cancelled");
  assert.deepEqual([...states.values()].sort(), ["cancelled", "pending"]);
});
