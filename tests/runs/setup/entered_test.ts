import assert from "node:assert/strict";
import { TestRepository } from "../../git.ts";
import { harness } from "../../harness.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { sandboxTest } from "../../sandbox.ts";
import { approvePending, runToRest } from "../scenario.ts";

sandboxTest(
  "who steps into a task that waits for its setup is let in once that is admitted, and it is asked once",
  async () => {
    using repository = TestRepository.make({ "package.json": "{}\n" });
    await using h = await harness({ workers: 1 });
    const asked = await runToRest(h, repository, {
      request: 'append "\\n" to package.json\nrun echo done > done.txt',
      setup: { command: "true" },
    });
    const params = { id: asked.id };
    const [, waiting] = asked.tasks;
    assert.equal(waiting!.status, "waiting");
    const place = await h.operator("POST /runs/:id/enter", { params, body: { taskId: waiting!.taskId } });
    assert.equal(place.state, "requested");
    const still = await h.settled(asked.id);
    assert.deepEqual(still.approvals.map(({ id }) => id), [pendingOf(asked).id]);
    await approvePending(h, still);
    const entered = await h.until(asked.id, ({ tasks }) => tasks[1]!.entered !== undefined);
    assert.equal(entered.approvals.length, 1);
    await h.operator("POST /runs/:id/hand-back", { params, body: {} });
    const result = await h.until(asked.id, ({ approvals }) => approvals.length === 2);
    assert.equal(pendingOf(result).policyClass, "repo-write");
  },
);
