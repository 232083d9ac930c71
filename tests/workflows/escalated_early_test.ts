import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

/** What a run with one node waits for where the node's card is escalated while the node begins. */
async function escalatedAtStart(node: string) {
  const begun = Promise.withResolvers<string>();
  let escalated: Promise<unknown> | null = null;
  const boundary = async (point: string) => {
    if (escalated || !/^task:.*:started$/.test(point)) return;
    const { promise: recorded, resolve } = Promise.withResolvers<void>();
    const params = { id: await begun.promise, taskId: "only" };
    const stop = world.h.store.subscribe((events) => {
      if (events.some(({ type }) => type === "task_card.escalated")) resolve();
    });
    escalated = world.h.operator("POST /runs/:id/task-cards/:taskId/escalate", { params, body: {} });
    await recorded;
    stop();
  };
  await using world = await RunWorld.open(undefined, { boundary });
  begun.resolve(await world.start(`name: One\nnodes:\n  - ${node}\n`));
  const id = await begun.promise;
  await world.h.until(id, ({ status }) => status === "waiting");
  await escalated;
  const { waitingFor, approvals, tasks } = await world.settled(id);
  assert.deepEqual(world.h.rebuildDifferences(), []);
  return { kind: waitingFor?.kind, approvals: approvals.length, task: tasks[0]?.waitingFor?.kind };
}

Deno.test("a node whose card is handed to a human while it begins asks nothing", async () => {
  const { kind, approvals } = await escalatedAtStart(
    "{ id: only, kind: approval, with: { title: Really? } }",
  );
  assert.deepEqual([kind, approvals], ["input", 0]);
});

Deno.test("a node whose card is handed to a human while it begins does not go on when a time comes", async () => {
  const { kind, task } = await escalatedAtStart("{ id: only, kind: wait, with: { for: PT1H } }");
  assert.deepEqual([kind, task], ["input", "input"]);
});
