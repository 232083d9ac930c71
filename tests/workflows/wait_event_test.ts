import assert from "node:assert/strict";
import { validateSource } from "../../services/control/workflows/language/validate.ts";
import { Harness } from "../harness.ts";
import { RunWorld } from "./run_world.ts";

const waiting = (more = "") =>
  `name: After another run
nodes:
  - id: other
    kind: wait
    with:
      event: { type: run.cancelled, filter: 'event.data.detail == "for the other"' }${more}
  - id: tell
    kind: command
    dependsOn: [other]
    with: { command: 'echo "$TYPE" > told.txt', env: { TYPE: "\${{ nodes.other.event.type }}" } }
`;

/** Queues a run that nothing is done for, and cancels it. */
async function cancelOne(h: Harness, repoPath: string, reason: string): Promise<void> {
  const { id } = await h.operator("POST /runs", { body: { request: "wait for nobody", repoPath } });
  await h.operator("POST /runs/:id/cancel", { params: { id }, body: { reason } as never });
}

Deno.test("a node waits for the first event that its filter holds for, over a restart, and its output is that event", async () => {
  const world = await RunWorld.open(undefined, { startClock: true });
  const { h, repository } = world;
  await cancelOne(h, repository.root, "for the other");
  const runId = await world.start(waiting());
  const first = await world.settled(runId);
  assert.equal(first.waitingFor?.kind, "time", "what came before does not count");
  assert.match(first.waitingFor!.detail, /waits for an event run\.cancelled/);
  await cancelOne(h, repository.root, "for somebody else");
  await h.close();

  const again = await Harness.open({ workers: 0, startClock: true }, h.directory);
  const params = { id: runId };
  await again.composition.clock.runOnce();
  assert.equal(
    (await again.operator("GET /runs/:id", { params })).status,
    "waiting",
    "its filter did not hold",
  );
  await cancelOne(again, repository.root, "for the other");
  await again.composition.clock.runOnce();
  await again.composition.clock.idle();
  assert.notEqual((await again.operator("GET /runs/:id", { params })).waitingFor?.kind, "time");
  await again.close();

  await using last = await Harness.open({ workers: 2, startClock: true }, h.directory);
  const run = await last.until(runId, ({ approvalId }) => approvalId !== undefined);
  const sessions = await last.operator("GET /runs/:id/task-sessions", { params });
  assert.deepEqual(sessions.map(({ taskId, status, attempt }) => [taskId, status, attempt]), [
    ["other", "completed", 1],
    ["tell", "completed", 1],
  ]);
  assert.equal(run.status, "waiting");
  assert.deepEqual(last.rebuildDifferences(), []);
  repository[Symbol.dispose]();
});

Deno.test("a node whose event does not come in time fails with that, and one whose filter has no value fails at once", async () => {
  let later = 0;
  await using world = await RunWorld.open(undefined, { now: () => new Date(Date.now() + later) });
  const { h, repository } = world;
  const late = await world.start(waiting("\n      timeout: PT1H"));
  await world.settled(late);
  later = 61 * 60 * 1000;
  await h.composition.clock.runOnce();
  const ended = await h.until(late, ({ status }) => status === "failed");
  assert.match(
    ended.statusDetail!,
    /"other" waited for an event run\.cancelled, but none arrived within PT1H/,
  );

  const wrong = await world.start(
    waiting().replace("event.data.detail ==", "event.data.nothing.at ==").replace("After", "Wrong after"),
  );
  await world.settled(wrong);
  await cancelOne(h, repository.root, "x");
  await h.composition.clock.runOnce();
  const failed = await h.until(wrong, ({ status }) => status === "failed");
  assert.match(failed.statusDetail!, /Its filter could not be applied/);
});

Deno.test("validateSource() finds events that there are none of, and filters that read something else", async () => {
  const { validation: { errors } } = await validateSource(
    waiting().replace("run.cancelled", "run.canceled").replace("event.data.detail", "inputs.detail"),
  );
  assert.deepEqual(errors.map(({ rule, line }) => [rule, line]), [["unknown_event", 6], ["unknown_name", 6]]);
  assert.match(errors[0]!.fix!, /run\.cancelled/);
  assert.deepEqual((await validateSource(waiting())).validation.errors, []);
});
