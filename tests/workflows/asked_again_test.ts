import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const SOURCE = `name: Asked
nodes:
  - id: write
    kind: prompt
    with: { content: 'create b.txt with "b"' }
  - id: ask
    kind: approval
    dependsOn: [write]
    with: { title: Really?, show: [write] }
`;

Deno.test("when a node is done again, the question of a node after it is withdrawn, and asked anew about what it did now", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const id = await world.start(SOURCE);
  const first = (await world.settled(id)).waitingFor!.id;
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", { params: { id, taskId: "write" }, body: {} });
  const run = await h.until(
    id,
    ({ waitingFor }) => waitingFor?.kind === "approval" && waitingFor.id !== first,
  );
  const second = run.waitingFor!.id;
  assert.deepEqual(Object.fromEntries(run.approvals.map((each) => [each.id, each.status])), {
    [first]: "cancelled",
    [second]: "pending",
  });
  while ((await world.settled(id)).waitingFor?.kind === "approval") await world.decide(id);
  const ended = await world.settled(id);
  assert.equal(ended.status, "completed", ended.statusDetail);
  const queue = await h.operator("GET /approvals/queue", { query: {} });
  assert.deepEqual(queue.items, []);
  assert.deepEqual(h.rebuildDifferences(), []);
});
