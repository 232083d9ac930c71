import assert from "node:assert/strict";
import { type AnyDue, Clock } from "../../services/ground/clock/clock.ts";
import { PARTS } from "../../services/parts.ts";
import type { Harness } from "../harness.ts";
import { RunWorld } from "../workflows/run_world.ts";
import { TestClocks } from "./clocks.ts";

const SOURCE = "name: Tomorrow\nnodes:\n  - {id: rest, kind: wait, with: {for: P1D}}\n";
const RECIPE = { worker: { provider: "builtin", model: "recipe" } };

/** The clock of a service, of which the given clocks say how long it sleeps. */
function startClock({ service }: Harness, clocks: TestClocks) {
  const dues = PARTS.flatMap(({ due = [] }: { due?: readonly AnyDue[] }) => due);
  const clock = new Clock({ ...service, pause: clocks.pause }, dues, clocks.readClocks);
  clock.start();
  return {
    unannounced: () => clock.unannounced(),
    [Symbol.asyncDispose]: () => clock.stop(),
  };
}

Deno.test("the clock is told when a node waits, although it looked just before the run of the node did", async () => {
  const clocks = new TestClocks();
  const boundary = async (point: string) => {
    if (point === "dispatch:resting") await clocks.sleeping();
  };
  await using world = await RunWorld.open(undefined, { boundary });
  await using clock = startClock(world.h, clocks);
  await clocks.sleeping();
  const run = await world.settled(await world.start(SOURCE));
  assert.equal(run.waitingFor!.kind, "time");
  assert.deepEqual(clock.unannounced(), []);
});

Deno.test("the clock is told when a run that was paused waits again", async () => {
  const clocks = new TestClocks();
  await using world = await RunWorld.open();
  const { h, repository } = world;
  await using clock = startClock(h, clocks);
  const { id } = await h.operator("POST /runs", {
    body: {
      request: 'create b.txt with "b"',
      repoPath: repository.root,
      race: { contenders: [RECIPE, RECIPE] },
    },
  });
  assert.equal((await h.settled(id)).waitingFor!.kind, "input");
  await h.operator("POST /runs/:id/pause", { params: { id } });
  await clocks.wake();
  await h.operator("POST /runs/:id/resume", { params: { id } });
  assert.equal((await h.settled(id)).waitingFor!.kind, "input");
  assert.deepEqual(clock.unannounced(), []);
});
