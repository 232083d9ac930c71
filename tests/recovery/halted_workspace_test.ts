import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { namesIn } from "./leftovers.ts";

for (
  const [what, point] of [["the verifier's", "verify:integrated"], ["a task's", "task"]] as const
) {
  Deno.test(`a pause while ${what} workspace is made gives the slot back and leaves no workspace`, async () => {
    using repository = TestRepository.make();
    let pause: (() => void) | null = null;
    await using h = await harness({
      workers: 1,
      boundary: (name) => {
        if (!name.startsWith(point) || !name.endsWith(point === "task" ? ":started" : point)) return;
        pause?.();
        pause = null;
      },
    });
    const paused = Promise.withResolvers<unknown>();
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { request: 'create b.txt with "b"', repoPath: repository.root, verifier: { command: "true" } },
    });
    // The request is on its way while the step goes on: it is recorded when git has begun to make the workspace.
    pause = () => paused.resolve(h.operator("POST /runs/:id/pause", { params: { id } }));
    await paused.promise;
    await h.service.execution.settled(id);
    const { workerState } = await h.operator("GET /control-plane/status");
    assert.equal(workerState.slots.busy, 0);
    assert.deepEqual(namesIn(join(h.directory, "workspaces")), []);
    await h.operator("POST /runs/:id/resume", { params: { id } });
    assert.equal((await h.settled(id)).status, "waiting");
  });
}
