import assert from "node:assert/strict";
import { approvePending } from "../../runs/scenario.ts";
import { configure, isPlanning, ModelWorld, planning, providerOf, works } from "../workers/scenario.ts";

const MODELS = [{ id: "m", inputCostPerMillion: 10, outputCostPerMillion: 10, outputTokens: 1000 }];

/** A run whose plan leaves too little of the day's budget for its task, and what happens before that is recorded. */
async function refusedTask(meanwhile: (world: ModelWorld, clock: { at: number }) => void) {
  const clock = { at: Date.parse("2026-01-02T23:50:00.000Z") };
  const boundary = (point: string) => {
    if (/^task:.*:kept$/.test(point)) meanwhile(world, clock);
  };
  await using world = await ModelWorld.open(
    planning(works({ name: "create_file", input: { path: "made.md", content: "x\n" } })),
    { now: () => new Date(clock.at++), boundary },
  );
  const { h, server } = world;
  budget(world, 0.1);
  const { script } = server;
  server.script = (question) => {
    const reply = script(question);
    return isPlanning(question) ? { ...reply, usage: { input: 9_000, output: 500 } } : reply;
  };
  const waits = await world.run("Make a file.");
  assert.equal(waits.status, "waiting", waits.statusDetail);
  await h.service.providerMonitor.runOnce(h.service);
  const run = await h.until(waits.id, ({ waitingFor }) => waitingFor?.kind === "approval");
  assert.equal((await approvePending(h, run)).status, "completed");
  assert.deepEqual(h.rebuildDifferences(), []);
}

const budget = ({ h, server }: ModelWorld, perDayUsd: number) =>
  configure(h.directory, [providerOf(server, { models: MODELS })], { budgets: { perDayUsd } });

Deno.test("a run whose call the day's budget refused goes on where the budget was raised before it began to wait", async () => {
  await refusedTask((world) => budget(world, 5));
});

Deno.test("a run whose call the day's budget refused goes on where the day was over before it began to wait", async () => {
  await refusedTask((_world, clock) => clock.at = Date.parse("2026-01-03T00:00:01.000Z"));
});
