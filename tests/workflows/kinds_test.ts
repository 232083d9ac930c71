import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

Deno.test("memory: a workflow reads records, and proposes what a human decides on", async () => {
  await using world = await RunWorld.open();
  await world.h.operator("POST /memory", {
    body: {
      type: "fact",
      scope: "global",
      content: "Releases are made on Thursdays.",
      source: { kind: "user", id: "me" },
    },
  });
  const source = `name: Memory
nodes:
  - id: recall
    kind: memory
    with: { read: { query: releases } }
  - id: propose
    kind: memory
    dependsOn: [recall]
    with:
      propose: { type: fact, content: "Seen again: \${{ nodes.recall.records[0].content }}" }
`;
  const run = await world.toEnd(source);
  assert.equal(run.status, "completed", run.statusDetail);
  const [candidate] = await world.h.operator("GET /memory/candidates");
  assert.deepEqual([candidate!.rule, candidate!.status, candidate!.content], [
    "workflow",
    "pending",
    "Seen again: Releases are made on Thursdays.",
  ]);
});

Deno.test("workflow: another workflow is done as a run of its own, whose outputs and end count", async () => {
  await using world = await RunWorld.open(undefined, { startClock: true });
  const child = `name: Child
inputs: { type: object, properties: { n: { type: integer } } }
nodes:
  - id: count
    kind: command
    with: { command: 'echo $((N + 1))', env: { N: "\${{ inputs.n }}" }, outputFormat: json }
outputs: { n: "\${{ nodes.count.json }}" }
`;
  const { id } = await world.h.operator("POST /saved-workflows", { body: { source: child } });
  const source = `name: Parent
nodes:
  - id: sub
    kind: workflow
    with: { workflowId: ${id}, version: 1, mode: run, inputs: { n: 41 } }
  - id: after
    kind: command
    dependsOn: [sub]
    with: { command: 'echo "$N" > n.txt', env: { N: "\${{ nodes.sub.n }}" } }
`;
  const runId = await world.start(source);
  const run = await world.h.until(runId, ({ status, approvalId }) => status === "failed" || !!approvalId);
  assert.equal(run.status, "waiting", run.statusDetail);
  const done = await world.decide(runId);
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(world.repository.read("n.txt"), "42\n");
  const [childRun] = (await world.h.operator("GET /runs")).filter(({ id }) => id !== runId);
  const details = await world.h.operator("GET /runs/:id", { params: { id: childRun!.id } });
  assert.deepEqual([details.parentRunId, details.status], [runId, "completed"]);
});
