import assert from "node:assert/strict";
import { RunWorld } from "../workflows/run_world.ts";

const SOURCE = `
name: Two
nodes:
  - { id: first, kind: command, with: { command: "true" } }
  - { id: rest, kind: wait, dependsOn: [first], with: { for: P1D } }
`;

Deno.test("pausing a run returns to the queue only what is being worked on: what has ended or waits stays as it is", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const runId = await world.start(SOURCE);
  await world.settled(runId);
  const before = await world.nodes(runId);
  assert.deepEqual(before, ["first completed 1", "rest waiting 1"]);
  const params = { id: runId };
  const events = await h.eventsOf(() => h.operator("POST /runs/:id/pause", { params }));
  assert.deepEqual(events.map(({ type }) => type), ["run.paused"]);
  assert.deepEqual(await world.nodes(runId), before);
});
