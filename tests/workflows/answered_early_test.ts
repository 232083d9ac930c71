import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { watchMoves } from "../../services/execution/tasks/startable.ts";
import { RunWorld } from "./run_world.ts";

const SOURCE = "name: Ask\nnodes:\n  - { id: ask, kind: approval, with: { title: Really? } }\n";

Deno.test("an answer that comes where a workflow is about to wait for it is not lost", async () => {
  const { promise: started, resolve } = Promise.withResolvers<string>();
  const answered = Promise.withResolvers<void>();
  const boundary = async (point: string) => {
    if (point !== "dispatch:resting") return;
    const { waitingFor } = await world.h.operator("GET /runs/:id", { params: { id: await started } });
    await world.h.operator("POST /approvals/:id/approve", {
      params: { id: waitingFor!.id },
      body: { actorType: "human", reviewedEvidence: true, reviewedHashes: true, reviewedPolicyClass: true },
    });
    answered.resolve();
  };
  await using world = await RunWorld.open(undefined, { boundary });
  resolve(await world.start(SOURCE));
  await answered.promise;
  const run = await world.settled(await started);
  assert.equal(run.status, "completed", run.waitingFor?.detail);
});

Deno.test("what is moved between a look at the tasks and the wait for a move is not missed", async () => {
  await using world = await RunWorld.open(undefined, { workers: 0 });
  const { h } = world;
  const runId = await world.start(SOURCE);
  const ctx = contextFor(h.service, "coordinator");
  using moves = watchMoves({ ctx, runId, signal: new AbortController().signal });
  await h.operator("POST /runs/:id/cancel", { params: { id: runId }, body: {} });
  await moves.next([]);
});
