import assert from "node:assert/strict";
import { AGENT } from "../tokens.ts";
import { RunWorld } from "./run_world.ts";

/** A run of a saved, active workflow that the agent token asked for, once its use of the repository was admitted. */
async function asAgent(world: RunWorld, source: string, inputs: object = {}): Promise<string> {
  const { h, repository } = world;
  const { id } = await h.operator("POST /saved-workflows", { body: { source } });
  await h.operator("POST /saved-workflows/:id/activate", { params: { id }, body: {} });
  const body = { request: "do it", repoPath: repository.root, workflowId: id, inputs };
  const { body: run } = await h.json("POST", "/runs", body, AGENT);
  const asks = await world.settled(run.id);
  const start = await h.operator("GET /approvals/:id", { params: { id: asks.waitingFor!.id } });
  assert.equal(start.approval.policyClass, "start");
  await world.decide(run.id);
  return run.id;
}

Deno.test("a command that an agent brings by an input is held until a human admits it, and one of a human is not", async () => {
  await using world = await RunWorld.open();
  const source = `name: Do
inputs: { type: object, properties: { what: { type: string } } }
nodes:
  - id: work
    kind: prompt
    with: { content: "\${{ inputs.what }}" }
`;
  const inputs = { what: "run echo made > made.txt" };
  const runId = await asAgent(world, source, inputs);
  const held = await world.settled(runId);
  const { approval } = await world.h.operator("GET /approvals/:id", { params: { id: held.waitingFor!.id } });
  assert.deepEqual([approval.policyClass, approval.commands], ["command", ["echo made > made.txt"]]);
  await world.decide(runId);
  const done = await world.decide(runId);
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(world.repository.read("made.txt"), "made\n");

  const own = await world.settled(await world.start(source, { what: "run echo own > own.txt" }));
  const asked = await world.h.operator("GET /approvals/:id", { params: { id: own.waitingFor!.id } });
  assert.equal(asked.approval.policyClass, "repo-write");
});

Deno.test("a command node of an agent's run is admitted before anything of the workflow is done", async () => {
  await using world = await RunWorld.open();
  const source = `name: Do
nodes:
  - id: first
    kind: prompt
    with: { content: 'create a.md with "a"' }
  - id: check
    kind: command
    dependsOn: [first]
    with: { command: test -f a.md }
`;
  const runId = await asAgent(world, source);
  const held = await world.settled(runId);
  const { approval } = await world.h.operator("GET /approvals/:id", { params: { id: held.waitingFor!.id } });
  assert.deepEqual([approval.policyClass, approval.commands], ["command", ["test -f a.md"]]);
  assert.deepEqual(await world.nodes(runId), []);
});

Deno.test("a blocked class that a prompt asks for is refused by its node", async () => {
  await using world = await RunWorld.open();
  const source = `name: Ask
inputs: { type: object, properties: { what: { type: string } } }
nodes:
  - id: work
    kind: prompt
    with: { content: "\${{ inputs.what }}" }
`;
  const run = await world.toEnd(source, { what: "run sudo reboot" });
  const types =
    (await world.h.operator("GET /runs/:id/timeline", { params: { id: run.id }, query: { limit: 200 } }))
      .items.map(({ type }) => type);
  assert.deepEqual([run.status, types.includes("run.policy_blocked")], ["failed", true], run.statusDetail);
});
