import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

/** Each is taken over, and its output is read before the next step. */
const MANY = 60;

const source = (last: string) =>
  `name: Resume
nodes:
${
    Array.from(
      { length: MANY },
      (_, i) => `  - { id: read_${i}, kind: memory, with: { read: { query: "no ${i}", limit: 1 } } }`,
    ).join("\n")
  }
  - { id: last, kind: command, with: { command: ${last} } }
`;

Deno.test("a fault of a node that begins beside those that are taken over ends nothing but its attempt", async () => {
  let faults = 0;
  await using world = await RunWorld.open(undefined, {
    boundary: (point) => {
      if (!/^task:.*:started$/.test(point) || faults !== 1) return;
      faults++;
      throw new Error("the disk is gone for a moment");
    },
  });
  const { id: workflowId } = await world.h.operator("POST /saved-workflows", {
    body: { source: source("exit 1") },
  });
  const body = { repoPath: world.repository.root };
  const params = { id: workflowId };
  const { runId } = await world.h.operator("POST /saved-workflows/:id/run", { params, body });
  assert.equal((await world.settled(runId!)).status, "failed");
  await world.h.operator("POST /saved-workflows", { body: { id: workflowId, source: source('"true"') } });
  faults = 1;
  const resumed = await world.h.operator("POST /runs/:id/retry", {
    params: { id: runId! },
    body: { resume: { version: 2 } },
  });
  const ended = await world.settled(resumed.id);
  assert.deepEqual([ended.status, faults], ["completed", 2], ended.statusDetail);
});
