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

Deno.test("workflow: another workflow is done as a separate run, whose outputs and end count", async () => {
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

Deno.test("http_read: a name that resolves to this machine is refused at once, and one that does not resolve is tried again", async () => {
  const resolve = (host: string) => Promise.resolve(host === "inside.example" ? ["127.0.0.1"] : []);
  await using world = await RunWorld.open(undefined, { network: { resolve } });
  const source = `name: Read
hosts: [inside.example, nowhere.example]
nodes:
  - id: inside
    kind: http_read
    onError: continue
    with: { url: http://inside.example/ }
  - id: nowhere
    kind: http_read
    onError: continue
    retry: { max: 1, backoff: PT0.01S }
    with: { url: http://nowhere.example/ }
`;
  const run = await world.toEnd(source);
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual((await world.nodes(run.id)).sort(), ["inside failed 1", "nowhere failed 2"]);
});
