import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";

const WRITE = { request: 'create b.txt with "b"' };

Deno.test("an approval is a notification until it is decided; what it led to is another", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, WRITE);
  const approval = pendingOf(waiting);
  const before = await h.operator("GET /notifications");
  assert.equal(before.unreadCount, 1);
  const asked = before.items[0]!;
  assert.equal(asked.category, "approval");
  assert.equal(asked.status, "unread");
  assert.equal(asked.open, true);
  assert.deepEqual(asked.sourceRecordIds, [approval.id]);
  assert.equal(asked.relatedRunId, waiting.id);
  assert.equal(asked.expiresAt, approval.expiresAt);
  assert.match(asked.ifIgnored, new RegExp(`expires at ${approval.expiresAt}.*nothing is written`));

  const done = await approvePending(h, waiting);
  const after = await h.operator("GET /notifications");
  assert.deepEqual(after.items.map(({ category }) => category), ["output", "approval"]);
  const [output, decided] = after.items;
  assert.equal(decided!.id, asked.id);
  assert.equal(decided!.open, false);
  assert.equal(decided!.resolution, "It was approved.");
  assert.equal(decided!.status, "read", "who decides it has seen it");
  assert.equal(output!.status, "unread");
  assert.equal(output!.open, false);
  assert.deepEqual(output!.sourceRecordIds, [done.id, done.latestReport!.id]);
  assert.match(output!.ifIgnored, /working tree/);
  assert.equal(after.unreadCount, 1);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a rejection closes the approval, and the end of the run that it caused is no news", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, WRITE);
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(waiting).id },
    body: { actorType: "human" },
  });
  const { items } = await h.operator("GET /notifications");
  assert.deepEqual(items.map(({ category, severity, open }) => [category, severity, open]), [
    ["approval", "warning", false],
  ]);
  const { recentFailures } = await h.operator("GET /coordinator/command-center");
  assert.deepEqual(recentFailures, []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a failure stays open until its run is retried or archived", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const first = await runToRest(h, repository, { request: "buy 10 shares of ACME" });
  const second = await runToRest(h, repository, { request: "buy 20 shares of ACME" });
  const failures = () => h.operator("GET /notifications", { query: { category: "failure" } });
  assert.deepEqual((await failures()).items.map(({ relatedRunId, open }) => [relatedRunId, open]), [
    [second.id, true],
    [first.id, true],
  ]);
  assert.match((await failures()).items[0]!.title, /policy_blocked.*buy 20 shares/);
  const retry = await h.operator("POST /runs/:id/retry", { params: { id: first.id }, body: {} });
  await h.settled(retry.id);
  const retried = (await failures()).items.find(({ relatedRunId }) => relatedRunId === first.id)!;
  assert.equal(retried.open, false);
  assert.match(retried.resolution!, new RegExp(retry.id));
  await h.operator("POST /runs/archive");
  assert.deepEqual((await failures()).items.map(({ open }) => open), [false, false, false]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("restarts raise nothing twice: a wait for a provider or a human keeps its notification and its state", async () => {
  using repository = TestRepository.make();
  const directory = temporaryDirectory();
  const h = await Harness.open({ workers: 1 }, directory);
  await runToRest(h, repository, WRITE);
  const [asked] = (await h.operator("GET /notifications")).items;
  const waiting = await runToRest(h, repository, {
    request: "make it nicer",
    ...{ worker: { provider: "nowhere" } },
  });
  const [blocker] = (await h.operator("GET /notifications")).items;
  assert.equal(blocker!.category, "blocker");
  assert.match(
    blocker!.ifIgnored,
    /The wait ends at .*, then the run fails, because no worker was available/,
  );
  await h.operator("POST /notifications/:id/dismiss", { params: { id: blocker!.id } });
  await h.close();
  for (let start = 0; start < 2; start++) {
    const again = await Harness.open({ workers: 1 }, directory);
    await again.settled(waiting.id);
    const { items, unreadCount, dismissedCount } = await again.operator("GET /notifications");
    assert.deepEqual(items.map(({ id, status, open }) => [id, status, open]), [
      [blocker!.id, "dismissed", true],
      [asked!.id, "unread", true],
    ]);
    assert.deepEqual([unreadCount, dismissedCount], [1, 1]);
    assert.equal(items[0]!.occurrences, start + 2);
    assert.deepEqual(again.rebuildDifferences(), []);
    await again.close();
  }
  await Deno.remove(directory, { recursive: true });
});

Deno.test("a question is closed by its answer, not by pausing and resuming the run", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, WRITE);
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(waiting).id },
    body: { ...REVIEWED, disposition: "rework", reviewerNote: "say it in British English" },
  });
  const stuck = await h.settled(waiting.id);
  const blocker = async () =>
    (await h.operator("GET /notifications", { query: { category: "blocker" } })).items;
  const [asked] = await blocker();
  assert.equal(asked!.relatedTaskSessionId, stuck.waitingFor!.id);
  assert.equal(asked!.relatedTaskId, "rework_2");
  assert.deepEqual(asked!.sourceRecordIds, [waiting.id, stuck.waitingFor!.id]);
  const params = { id: waiting.id };
  await h.operator("POST /runs/:id/pause", { params });
  await h.operator("POST /runs/:id/resume", { params });
  assert.deepEqual((await blocker()).map(({ id, open }) => [id, open]), [[asked!.id, true]]);
  await h.operator("POST /task-sessions/:id/guidance", {
    params: { id: stuck.waitingFor!.id },
    body: { content: 'replace "b" with "colour" in b.txt' },
  });
  await h.settled(waiting.id);
  assert.deepEqual((await blocker()).map(({ id, open }) => [id, open]), [[asked!.id, false]]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

for (const [move, title] of [["escalate", "Handed to you"], ["block", "Task blocked"]] as const) {
  Deno.test(`POST /runs/:id/task-cards/:taskId/${move} is one notification, until the run ends`, async () => {
    using repository = TestRepository.make();
    await using h = await harness({ workers: 1 });
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { request: "run test -e go.txt || sleep 60", repoPath: repository.root },
    });
    const running = await h.until(
      id,
      ({ tasks, status }) => tasks[0]?.status === "running" || status === "waiting" || status === "failed",
    );
    assert.equal(running.status, "running", running.statusDetail);
    const params = { id, taskId: running.tasks[0]!.taskId };
    await h.agent(`POST /runs/:id/task-cards/:taskId/${move}`, { params, body: { reason: "it hangs" } });
    const held = await h.settled(id);
    assert.equal(held.status, "waiting");
    const blockers = async () =>
      (await h.operator("GET /notifications", { query: { category: "blocker" } })).items;
    const [raised, ...more] = await blockers();
    assert.deepEqual(more, [], "the run's own wait for the card says nothing new");
    assert.equal(raised!.relatedTaskId, params.taskId);
    assert.ok(raised!.title.startsWith(title), raised!.title);
    assert.match(raised!.detail, /by the agent: it hangs/);
    await h.operator("POST /runs/:id/cancel", { params: { id } });
    const [closed] = await blockers();
    assert.deepEqual([closed!.id, closed!.open, closed!.status], [raised!.id, false, "read"]);
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("a question that is handed over is asked once, and its card's retry closes it", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, WRITE);
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(waiting).id },
    body: { ...REVIEWED, disposition: "rework", reviewerNote: "say it in British English" },
  });
  const stuck = await h.settled(waiting.id);
  const params = { id: waiting.id, taskId: "rework_2" };
  await h.operator("POST /runs/:id/task-cards/:taskId/escalate", { params, body: {} });
  const open = async () =>
    (await h.operator("GET /notifications", { query: { category: "blocker" } })).items
      .filter((item) => item.open).map(({ title, relatedTaskSessionId }) => [title, relatedTaskSessionId]);
  assert.deepEqual(await open(), [["Handed to you: Rework, round 2", stuck.waitingFor!.id]]);
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", { params, body: {} });
  await h.settled(waiting.id);
  for (const [title] of await open()) assert.doesNotMatch(title!, /Handed/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /runs/:id/delete takes the run's notifications along, whatever their state", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const kept = await runToRest(h, repository, { request: 'create kept.txt with "k"' });
  const gone = await runToRest(h, repository, { request: 'create gone.txt with "topsecret"' });
  const done = await approvePending(h, gone);
  const { items } = await h.operator("GET /notifications");
  const [output, asked] = items.filter(({ relatedRunId }) => relatedRunId === done.id);
  await h.operator("POST /notifications/:id/dismiss", { params: { id: output!.id } });
  await h.operator("POST /notifications/:id/delete", { params: { id: asked!.id } });
  await h.operator("POST /runs/:id/delete", { params: { id: done.id } });
  const left = await h.operator("GET /notifications");
  assert.deepEqual(left.items.map(({ relatedRunId }) => relatedRunId), [kept.id]);
  assert.deepEqual(left.counts, { unread: 1, read: 0, dismissed: 0, archived: 0, critical: 0 });
  const { status, body } = await h.json("POST", `/notifications/${output!.id}/read`);
  assert.equal(status, 404);
  assert.equal(body.error, `There is no notification with the id "${output!.id}".`);
  assert.deepEqual(h.rebuildDifferences(), []);
});
