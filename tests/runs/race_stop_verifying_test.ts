import assert from "node:assert/strict";
import { join } from "node:path";
import type { Worker } from "../../services/workforce/workers/worker.ts";
import { TestRepository } from "../git.ts";
import { FIXER } from "../../services/control/lifecycle/sessions.ts";
import { processStream } from "../../store/processes/stream.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { type Harness, harness } from "../harness.ts";
import { contender } from "./race_world.ts";

/** A worker that adds a line each time. */
const growing: Worker = {
  ...contender("growing", {}),
  perform: async ({ directory }) => {
    await Deno.writeTextFile(join(directory, "a.txt"), "more\n", { append: true });
    return { ok: true, summary: "Added a line." };
  },
};

Deno.test("race: POST /runs/:id/stop-fixing also stops the verification of a fix round", async () => {
  using repository = TestRepository.make({ "a.txt": "one\n" });
  const verifying = Promise.withResolvers<void>();
  let opened: Harness | null = null;
  const boundary = (point: string) => {
    if (point !== "process:verifier:started" || !opened) return;
    const fixers = opened.store.documents.find(taskSessionStream, { status: "completed" }, { limit: 10 })
      .filter(({ role }) => role === FIXER);
    if (fixers.length > 0) verifying.resolve();
  };
  await using h = opened = await harness({
    workers: 4,
    availableWorkers: [growing, contender("hangs", "hangs")],
    boundary,
  });
  const body = {
    request: "Grow",
    repoPath: repository.root,
    verifier: { command: "[ $(wc -l < a.txt) -lt 3 ] || sleep 1000; exit 1" },
    race: { contenders: [{ worker: { provider: "growing" } }, { worker: { provider: "hangs" } }] },
  };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  await verifying.promise;
  await h.operator("POST /runs/:id/stop-fixing", { params: { id } });
  await h.until(id, () => h.store.documents.find(processStream, {}, { limit: 10 }).length === 0);
  const { contenders } = await h.operator("GET /runs/:id/race", { params: { id } });
  assert.deepEqual(contenders.map(({ state }) => state), ["finished", "working"]);
  await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  assert.deepEqual(h.rebuildDifferences(), []);
});
