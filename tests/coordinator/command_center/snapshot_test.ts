import assert from "node:assert/strict";
import { contextFor, record } from "../../../services/ground/kernel/context.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { systemStream } from "../../../store/system/stream.ts";
import { TestRepository } from "../../git.ts";
import { harness } from "../../harness.ts";
import { failures } from "../../notifications/failures.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { approvePending, runToRest } from "../../runs/scenario.ts";

Deno.test("GET /coordinator/command-center has every field of the interface, also when nothing was done yet", async () => {
  await using h = await harness();
  const snapshot = await h.operator("GET /coordinator/command-center");
  assert.deepEqual(snapshot.needsMe, []);
  assert.deepEqual(snapshot.activeRunSummaries, []);
  assert.deepEqual(snapshot.taskSessionCounts, {});
  assert.deepEqual(snapshot.blockers, []);
  assert.deepEqual(snapshot.pendingApprovals, []);
  assert.deepEqual(snapshot.recentFailures, []);
  assert.deepEqual(snapshot.aggregateQueueCounts, {
    runs: {},
    taskSessions: {},
    approvals: {},
    slots: { total: 0, busy: 0 },
  });
  assert.equal(snapshot.cursor, String(h.store.head));
});

Deno.test("GET /coordinator/command-center orders what needs me by the wait and by what is blocked by it", async () => {
  using repository = TestRepository.make();
  let now = Date.parse("2026-01-02T00:00:00.000Z");
  await using h = await harness({ workers: 1, now: () => new Date(now) });
  const minutes = (n: number) => now += n * 60_000;
  const small = await runToRest(h, repository, { request: 'create small.txt with "s"' });
  minutes(10);
  const asking = await runToRest(h, repository, {
    request: "make it nicer",
    ...{ worker: { provider: "nowhere" } },
  });
  minutes(5);
  const paused = await runToRest(h, repository, { request: 'create paused.txt with "p"' });
  await h.operator("POST /runs/:id/pause", { params: { id: paused.id } });
  minutes(5);
  const failed = await runToRest(h, repository, { request: "buy 10 shares of ACME" });

  const snapshot = await h.agent("GET /coordinator/command-center");
  assert.deepEqual(
    snapshot.needsMe.map(({ kind, runId, waitingSeconds }) => [kind, runId, waitingSeconds]),
    [
      ["approval", small.id, 20 * 60],
      ["blocker", asking.id, 10 * 60],
      ["approval", paused.id, 5 * 60],
      ["paused", paused.id, 5 * 60],
    ],
  );
  assert.equal(snapshot.counts.needsMe, snapshot.needsMe.length);
  const [first] = snapshot.needsMe;
  assert.equal(first!.id, pendingOf(small).id);
  assert.deepEqual(first!.blocks, {
    runs: 1,
    taskSessions: 0,
    detail: 'The run "create small.txt with "s"".',
  });
  assert.deepEqual(first!.actions.map(({ operation }) => operation), [
    `POST /approvals/${first!.id}/approve`,
    `POST /approvals/${first!.id}/reject`,
  ]);
  assert.match(first!.ifIgnored, /expires in 29 days/);
  const inbox = await h.operator("GET /notifications", { query: { category: "approval" } });
  assert.ok(
    inbox.items.some(({ id, relatedRunId }) => id === first!.notificationId && relatedRunId === small.id),
  );

  assert.deepEqual(snapshot.pendingApprovals.map(({ runId, risk }) => [runId, risk]), [
    [small.id, "medium"],
    [paused.id, "medium"],
  ]);
  assert.deepEqual(snapshot.blockers.map(({ runId }) => runId), [asking.id]);
  assert.match(snapshot.blockers[0]!.ifIgnored, /because no worker was available/);
  assert.deepEqual(snapshot.recentFailures.map(({ id, statusReason }) => [id, statusReason]), [
    [failed.id, "policy_blocked"],
  ]);
  assert.deepEqual(
    snapshot.activeRunSummaries.map(({ id, nextMove }) => [id, nextMove?.owner]),
    [[asking.id, "dependency"], [small.id, "human"], [paused.id, "human"]],
  );
  assert.deepEqual(snapshot.aggregateQueueCounts.runs, { failed: 1, paused: 1, waiting: 2 });
  assert.deepEqual(snapshot.taskSessionCounts, { completed: 2 });
  assert.deepEqual(snapshot.counts, {
    activeRuns: 3,
    pendingApprovals: 2,
    humanApprovals: 2,
    needsMe: 4,
    blockers: 1,
    unsettledFailures: 1,
    unreadNotifications: 4,
    criticalNotifications: 0,
  });

  await approvePending(h, small);
  await h.operator("POST /runs/:id/cancel", { params: { id: paused.id } });
  await h.operator("POST /runs/:id/cancel", { params: { id: asking.id } });
  await h.operator("POST /runs/archive");
  const calm = await h.operator("GET /coordinator/command-center");
  assert.deepEqual([calm.needsMe, calm.blockers, calm.pendingApprovals, calm.recentFailures], [
    [],
    [],
    [],
    [],
  ]);
  assert.deepEqual(calm.counts.activeRuns, 0);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /coordinator/command-center counts the tasks that a held card keeps from going on", async () => {
  using repository = TestRepository.make();
  let now = Date.parse("2026-01-02T00:00:00.000Z");
  await using h = await harness({ workers: 1, now: () => new Date(now) });
  const approval = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  now += 60_000;
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: 'run sleep 60\nappend "1" to a.txt\nappend "2" to a.txt\nappend "3" to a.txt',
      repoPath: repository.root,
    },
  });
  const running = await h.until(
    id,
    ({ tasks, status }) =>
      tasks.some((task) => task.status === "running") || status === "failed" || status === "waiting",
  );
  assert.equal(running.status, "running", running.statusDetail);
  const task = running.tasks.find(({ status }) => status === "running")!;
  await h.operator("POST /runs/:id/task-cards/:taskId/block", {
    params: { id, taskId: task.taskId },
    body: {},
  });
  await h.settled(id);
  now += 60_000;
  const { needsMe } = await h.operator("GET /coordinator/command-center");
  assert.deepEqual(needsMe.map(({ kind, runId }) => [kind, runId]), [["blocker", id], [
    "approval",
    approval.id,
  ]]);
  const open = (await h.operator("GET /runs/:id/task-sessions", { params: { id } }))
    .filter(({ status }) => !["completed", "failed", "cancelled", "skipped"].includes(status)).length;
  assert.ok(open > 1);
  assert.equal(needsMe[0]!.blocks.taskSessions, open);
  assert.equal(needsMe[0]!.taskSessionId, task.id);
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /coordinator/command-center puts a critical warning first until its notification is put away", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const ctx = contextFor(h.service, "system");
  record(ctx, systemStream, "service", [
    { type: "audit.integrity_warning", data: { detail: "The entry 7 does not fit its hash." } },
  ]);
  await ctx.settled();
  const kinds = async () =>
    (await h.operator("GET /coordinator/command-center")).needsMe.map(({ kind }) => kind);
  assert.deepEqual(await kinds(), ["security", "approval"]);
  const { items } = await h.operator("GET /notifications");
  for (const { id } of items) await h.operator("POST /notifications/:id/delete", { params: { id } });
  assert.deepEqual(await kinds(), ["approval"], "an approval waits, whatever was done with its notification");
});

Deno.test("GET /coordinator/command-center says when the service executes nothing that is queued", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 0 });
  for (const n of [1, 2]) {
    await h.operator("POST /coordinator/runs", {
      body: { request: `create ${n}.txt with "${"x".repeat(2000)}"`, repoPath: repository.root },
    });
  }
  const { needsMe, activeRunSummaries } = await h.operator("GET /coordinator/command-center");
  assert.deepEqual(needsMe.map(({ id, kind, blocks }) => [id, kind, blocks.runs]), [[
    "workers",
    "service",
    2,
  ]]);
  assert.deepEqual(activeRunSummaries.map(({ request }) => request.length), [500, 500]);
});

Deno.test("GET /coordinator/command-center stays short, and its counts are over all", async () => {
  await using h = await harness();
  await failures(h, 200);
  const { recentFailures, counts } = await h.operator("GET /coordinator/command-center");
  assert.equal(recentFailures.length, 25);
  assert.equal(counts.unsettledFailures, 200);
  const { items } = await h.operator("GET /notifications", { query: { limit: 25 } });
  assert.deepEqual(recentFailures.map(({ notificationId }) => notificationId), items.map(({ id }) => id));
});

Deno.test("GET /coordinator/command-center lists 25 of each kind that needs me, and counts all of them", async () => {
  await using h = await harness();
  const ctx = contextFor(h.service, "system");
  const waitingFor = {
    kind: "input" as const,
    id: "question_1",
    since: "2026-01-02T03:04:05.678Z",
    detail: "Which one?",
  };
  await h.store.commit(() => {
    for (let i = 0; i < 40; i++) {
      const id = h.service.newId("run");
      record(ctx, runStream, id, [
        {
          type: "run.created",
          data: { kind: "coordinator", request: `do ${i}`, repoPath: "/r", attempt: 1 },
        },
        { type: "run.waiting", data: { waitingFor } },
      ], { runId: id });
    }
  });
  const { needsMe, counts } = await h.operator("GET /coordinator/command-center");
  assert.deepEqual([needsMe.length, counts.needsMe, counts.blockers], [25, 40, 40]);
});
