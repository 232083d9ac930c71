import assert from "node:assert/strict";
import { askingWorker } from "../runs/asking_worker.ts";
import { RunWorld } from "./run_world.ts";

/** Starts a workflow of these nodes and one that runs another workflow, which takes a day. */
async function startBeside(world: RunWorld, nodes = "") {
  const source = "name: Tomorrow\nnodes:\n  - {id: rest, kind: wait, with: {for: P1D}}\n";
  const { id } = await world.h.operator("POST /saved-workflows", { body: { source } });
  const sub = `{workflowId: ${id}, version: 1, mode: run, inputs: {}}`;
  return await world.start(`name: Outer\nnodes:\n  - {id: sub, kind: workflow, with: ${sub}}\n${nodes}`);
}

Deno.test("a card that is retried while its run waits for another run goes on at once", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const runId = await startBeside(
    world,
    "  - {id: agree, kind: approval, with: {title: Go on?, content: Please.}}\n",
  );
  const params = { id: runId, taskId: "agree" };
  await h.until(runId, ({ tasks }) => tasks.filter(({ status }) => status === "waiting").length === 2);
  await h.operator("POST /runs/:id/task-cards/:taskId/block", { params, body: {} });
  await h.until(runId, ({ waitingFor }) => waitingFor?.kind === "dependency");
  await h.service.execution.settled(runId);
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", { params, body: {} });
  const { tasks } = await h.settled(runId);
  const agree = tasks.find(({ taskId }) => taskId === "agree")!;
  assert.deepEqual([agree.status, agree.waitingFor?.kind], ["waiting", "approval"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a provider that becomes ready wakes no run that waits for another run", async () => {
  await using world = await RunWorld.open(undefined, { availableWorkers: [askingWorker()] });
  const { h } = world;
  const runId = await startBeside(world);
  await h.until(runId, ({ waitingFor }) => waitingFor?.kind === "dependency");
  await h.service.execution.settled(runId);
  const events = await h.eventsOf(async () => {
    await h.service.providerMonitor.afterPass();
    await h.settled(runId);
  });
  assert.deepEqual(events.filter((event) => event.runId === runId).map(({ type }) => type), []);
});

Deno.test("the run that a node started ends where its card is moved or its task is stopped", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const moves = {
    retry: (id: string) => h.json("POST", `/runs/${id}/task-cards/sub/retry`, {}),
    block: (id: string) => h.json("POST", `/runs/${id}/task-cards/sub/block`, {}),
    escalate: (id: string) => h.json("POST", `/runs/${id}/task-cards/sub/escalate`, {}),
    stop: (_id: string, session: string) => h.json("POST", `/task-sessions/${session}/stop`, {}),
  };
  const found: Record<string, string[]> = {};
  for (const [name, move] of Object.entries(moves)) {
    const id = await startBeside(world);
    const { tasks } = await h.until(id, ({ waitingFor }) => waitingFor?.kind === "dependency");
    await h.service.execution.settled(id);
    const [first] = world.startedBy(id);
    await h.until(first!, ({ waitingFor }) => waitingFor?.kind === "time");
    const { status } = await move(id, tasks[0]!.id);
    assert.ok(status < 300);
    await h.settled(id);
    const children = world.startedBy(id).map((child) =>
      h.operator("GET /runs/:id", { params: { id: child } })
    );
    found[name] = (await Promise.all(children)).map((child) =>
      child.status === "cancelled" ? "ended" : "open"
    );
  }
  const ended = ["ended"];
  assert.deepEqual(found, { retry: ["ended", "open"], block: ended, escalate: ended, stop: ended });
  assert.deepEqual(h.rebuildDifferences(), []);
});
