import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const command = (text: string, id = "work") =>
  `  - id: ${id}
    kind: command
    with: { command: '${text}' }
`;

Deno.test("a run that is cancelled ends the runs that its nodes started, and theirs, with every process", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const names: Record<string, string> = {};
  const save = async (name: string, nodes: string) => {
    const source = `name: ${name}\nnodes:\n${nodes}`;
    const { id } = await h.operator("POST /saved-workflows", { body: { source } });
    names[id] = name;
    return id;
  };
  const sub = (id: string) =>
    `  - id: sub\n    kind: workflow\n    with: { workflowId: ${id}, version: 1, mode: run, inputs: {} }\n`;
  const inner = await save("Inner", command("sleep 1000"));
  const middle = await save("Middle", sub(inner));
  const runId = await world.start(`name: Outer\nnodes:\n${sub(middle)}`);
  let last = runId;
  for (const name of [middle, inner]) {
    await h.until(last, ({ waitingFor }) => waitingFor?.kind === "dependency");
    last = (await h.operator("GET /runs")).find(({ request }) => request.includes(names[name]!))!.id;
  }
  await h.until(last, ({ traces }) => traces.items.some(({ type }) => type === "tool.started"));
  await h.operator("POST /runs/:id/cancel", { params: { id: runId } });
  const runs = await h.operator("GET /runs");
  assert.deepEqual(runs.map(({ status }) => status), ["cancelled", "cancelled", "cancelled"]);
  for (const { id } of runs.filter(({ id }) => id !== runId)) {
    const { statusDetail } = await h.operator("GET /runs/:id", { params: { id } });
    assert.match(statusDetail!, /that started it has ended/);
  }
  assert.equal(h.service.execution.slots().busy, 0);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a workflow that works for longer than its timeout ends, with what is going on in it", async () => {
  await using world = await RunWorld.open();
  const runId = await world.start(`name: Slow\ntimeout: PT1S\nnodes:\n${command("sleep 1000")}`);
  const run = await world.h.until(runId, ({ status }) => status === "failed");
  assert.deepEqual([run.statusReason, run.status], ["timeout", "failed"]);
  assert.match(run.statusDetail!, /longer than its timeout, PT1S/);
  await world.h.service.execution.settled(runId);
  assert.equal(world.h.service.execution.slots().busy, 0);
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("what a workflow waits for does not count as work: an approval may take longer than its timeout", async () => {
  let later = 0;
  await using world = await RunWorld.open(undefined, { now: () => new Date(Date.now() + later) });
  const source = `name: Patient
timeout: PT10M
nodes:
  - id: agree
    kind: approval
    with: { title: Go on?, content: Please. }
${command("touch done.txt").replace("    kind", "    dependsOn: [agree]\n    kind")}`;
  const runId = await world.start(source);
  assert.equal((await world.settled(runId)).waitingFor?.kind, "approval");
  later = 60 * 60 * 1000;
  const run = await world.decide(runId);
  assert.equal(run.waitingFor?.kind, "approval", run.statusDetail);
  assert.equal((await world.decide(runId)).status, "completed");
});

Deno.test("the progress of a workflow's run is in its work from the start, and ends there with a failed node", async () => {
  await using world = await RunWorld.open();
  const nodes = command("true", "first") +
    command("false").replace("    kind", "    dependsOn: [first]\n    kind");
  const runId = await world.start(`name: Fails\nnodes:\n${nodes}`);
  await world.h.until(runId, ({ status }) => status === "failed");
  const { progress } = await world.h.operator("GET /runs/:id/workspace", { params: { id: runId } });
  assert.deepEqual(progress.steps.map(({ id, status }) => [id, status]), [
    ["plan", "done"],
    ["work", "ended"],
    ["verify", "todo"],
    ["review", "todo"],
  ]);
  assert.equal(progress.steps[0]!.milliseconds, 0);
});

/** Runs a workflow while whose first node works the wall clock goes ahead by more than its timeout. */
async function jumpedAhead(hasSlept: boolean) {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  await using world = await RunWorld.open(undefined, {
    now,
    readClocks: () => ({
      wall: now().getTime(),
      elapsed: performance.now() + (hasSlept ? 0 : ahead),
      sinceBoot: null,
    }),
    boundary: (point) => {
      if (point.endsWith(":captured")) ahead = 50 * 60 * 60 * 1000;
    },
  });
  const runId = await world.start(`name: Weekend\nnodes:\n${command("touch done.txt")}`);
  const { status, statusReason } = await world.settled(runId);
  const [task] = await world.h.operator("GET /runs/:id/task-sessions", { params: { id: runId } });
  const { items } = await world.h.operator("GET /runs/:id/timeline", { params: { id: runId } });
  assert.deepEqual(world.h.rebuildDifferences(), []);
  return { status, statusReason, task, said: items.map(({ summary }) => summary) };
}

Deno.test("the sleep of the machine is no work: a workflow goes on that was at work before a weekend", async () => {
  const worked = await jumpedAhead(false);
  assert.deepEqual(
    [worked.status, worked.statusReason],
    ["failed", "timeout"],
    "the control: it worked all the time",
  );
  const slept = await jumpedAhead(true);
  assert.equal(slept.status, "waiting", String(slept.statusReason));
  assert.ok(
    slept.said.includes(
      "The clock went ahead by 180000 seconds: it was set forward, or the machine slept. This does not count as work.",
    ),
    slept.said.join("\n"),
  );
});
