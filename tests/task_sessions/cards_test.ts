import assert from "node:assert/strict";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { SharedDirectory } from "../shared_directory.ts";
import { sideBySide } from "./side_by_side.ts";

/** The second task depends on the first. */
const CHAIN = 'replace "hello" with "bye" in a.txt\nappend "more" to a.txt';

Deno.test("a task that waits for another is blocked and names it, for every reader", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: `run sleep 1000\n${CHAIN}`, repoPath: repository.root },
  });
  const going = await h.until(
    id,
    ({ traces }) => traces.items.some(({ type }) => type === "process.started"),
  );
  const waits = going.tasks.filter(({ dependsOn }) => dependsOn.length > 0);
  assert.ok(waits.length > 0);
  for (const { status, blockedBy, dependsOn, nextMove } of waits) {
    assert.deepEqual([status, blockedBy], ["blocked", dependsOn]);
    assert.equal(nextMove?.owner, "dependency");
  }
  const params = { id };
  const states = going.tasks.map(({ status }) => status);
  const { items, counts } = await h.operator("GET /runs/:id/delegation-plan", { params });
  assert.deepEqual(items.map(({ status }) => status), states);
  assert.equal(counts.blocked, waits.length);
  const audit = await h.operator("GET /runs/:id/audit-view", { params });
  assert.deepEqual(audit.taskSessionTimeline.map(({ status }) => status), states);
  const workspace = await h.operator("GET /runs/:id/workspace", { params });
  assert.deepEqual(workspace.taskSessions.map(({ status }) => status), states);
  const details = await h.operator("GET /task-sessions/:id", { params: { id: waits[0]!.id } });
  assert.deepEqual([details.status, details.dependencies.counts], ["blocked", { running: 1 }]);
  const center = await h.operator("GET /coordinator/command-center");
  assert.deepEqual(center.taskSessionCounts, { running: 1, blocked: waits.length });
  assert.deepEqual(center.aggregateQueueCounts.taskSessions, center.taskSessionCounts);
  await h.operator("POST /runs/:id/cancel", { params: { id } });
});

Deno.test("a task under review is in review, and done once the run has ended", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const shown = await runToRest(h, repository, { request: CHAIN });
  assert.deepEqual(shown.tasks.map(({ card }) => card), shown.tasks.map(() => "in_review"));
  const over = await approvePending(h, shown);
  assert.deepEqual(over.tasks.map(({ card }) => card), over.tasks.map(() => "done"));
});

for (
  const [move, card, said] of [["block", "blocked", "is blocked"], [
    "escalate",
    "escalated",
    "was handed",
  ]] as const
) {
  Deno.test(`${move}: a done task is held with what stands on it, and its result is withdrawn until a retry`, async () => {
    using repository = TestRepository.make({ "a.txt": "hello\n" });
    await using h = await harness({ workers: 1 });
    const shown = await runToRest(h, repository, { request: CHAIN });
    const [first, second] = shown.tasks;
    const params = { id: shown.id, taskId: first!.taskId };
    const held = await h.agent(`POST /runs/:id/task-cards/:taskId/${move}` as const, {
      params,
      body: { reason: "wrong file" },
    });
    assert.deepEqual([held.card, held.taskSession.lastAction?.reason], [card, "wrong file"]);
    const waiting = await h.settled(shown.id);
    assert.deepEqual([waiting.waitingFor?.kind, waiting.waitingFor?.id], ["input", first!.id]);
    assert.match(waiting.waitingFor!.detail, new RegExp(said));
    assert.equal(waiting.nextMove?.owner, "human");
    assert.deepEqual(waiting.approvals.map(({ status }) => status), ["superseded"]);
    assert.deepEqual(waiting.tasks.map(({ card }) => card), [card, "todo"]);
    const { items } = await h.operator("GET /notifications");
    assert.ok(
      items.some(({ relatedTaskSessionId, category }) =>
        relatedTaskSessionId === first!.id && category === "blocker"
      ),
    );
    const late = await h.json("POST", `/approvals/${pendingOf(shown).id}/approve`, REVIEWED);
    assert.equal(late.status, 400, "the withdrawn result cannot be applied");
    assert.equal(
      (await h.operator(`POST /runs/:id/task-cards/:taskId/${move}` as const, { params })).card,
      card,
    );

    await h.operator("POST /runs/:id/task-cards/:taskId/retry", { params });
    const done = await approvePending(h, await h.settled(shown.id));
    assert.equal(done.status, "completed", done.statusDetail);
    assert.equal(repository.read("a.txt"), "bye\nmore");
    assert.deepEqual(done.tasks.map(({ attempt }) => attempt), [2, 2]);
    assert.equal(second!.attempt, 1);
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("block: a done task that another one is working on stops that one, and others go on", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  await using h = await harness({ workers: 2, availableWorkers: [sideBySide] });
  using shared = new SharedDirectory(h.directory);
  const wait = `run until test -e ${shared.path("gate")}; do sleep 0.01; done`;
  const request = `create b.txt with "b"\nafter task_1: ${wait}\n${wait}; echo c > c.txt`;
  const { id } = await h.operator("POST /coordinator/runs", { body: { request, repoPath: repository.root } });
  const isRunning = ({ tasks }: RunDetails, n: number) => tasks[n]?.status === "running";
  await h.until(id, (run) => isRunning(run, 1) && isRunning(run, 2));
  await h.operator("POST /runs/:id/task-cards/:taskId/block", { params: { id, taskId: "task_1" } });
  const during = await h.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual(during.tasks.map(({ card }) => card), ["blocked", "todo", "in_progress"]);
  await Deno.writeTextFile(shared.path("gate"), "");
  const waiting = await h.settled(id);
  assert.deepEqual(waiting.tasks.map(({ card }) => card), ["blocked", "todo", "done"]);
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", { params: { id, taskId: "task_1" } });
  const done = await h.settled(id);
  assert.deepEqual(done.tasks.map(({ attempt }) => attempt), [2, 2, 1]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
