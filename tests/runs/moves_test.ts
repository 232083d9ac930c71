import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { SharedDirectory } from "../shared_directory.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "./scenario.ts";

/** A run whose task has started a command that would never end; gives its task session. */
async function longRun(h: Harness, repository: TestRepository, then = "") {
  const request = `run sleep 1000 & sleep 1000${then}`;
  const { id } = await h.operator("POST /coordinator/runs", { body: { request, repoPath: repository.root } });
  const run = await h.until(id, ({ traces }) => traces.items.some(({ type }) => type === "process.started"));
  return { id, session: run.tasks[0]! };
}

/** Process groups that the log believes were started and that still run; what only waits to be reaped has ended. */
function groupsAlive(h: Harness): number[] {
  const rows = h.store.database.all<{ data: string }>(
    "select data from events where type = 'process.started'",
  );
  const { stdout } = new Deno.Command("ps", { args: ["-eo", "pgid=,stat="] }).outputSync();
  const alive = new TextDecoder().decode(stdout).trim().split("\n").map((line) => line.trim().split(/\s+/))
    .filter(([, state]) => !state!.startsWith("Z")).map(([group]) => Number(group));
  return rows.map((row) => JSON.parse(row.data).group as number).filter((group) => alive.includes(group));
}

Deno.test("POST /runs/:id/cancel ends the process group before it answers", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await longRun(h, repository);
  const cancelled = await h.operator("POST /runs/:id/cancel", { params: { id }, body: { reason: "enough" } });
  assert.equal(cancelled.status, "cancelled");
  assert.deepEqual(groupsAlive(h), []);
  const again = await h.operator("POST /runs/:id/cancel", { params: { id } });
  assert.deepEqual(again, { ...cancelled, updatedAt: again.updatedAt });
  const details = await h.operator("GET /runs/:id", { params: { id } });
  assert.equal(details.tasks[0]!.status, "cancelled");
  assert.equal((await h.json("POST", `/runs/${id}/pause`)).status, 400);
  assert.equal((await h.json("POST", `/runs/${id}/resume`)).status, 400);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /runs/:id/pause stops what is running, and resume does it again from the last recorded step", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  using shared = new SharedDirectory(h.directory);
  const gate = shared.path("gate");
  const request = `run test -e ${gate} || sleep 1000; echo done > out.txt`;
  const { id } = await h.operator("POST /coordinator/runs", { body: { request, repoPath: repository.root } });
  await h.until(id, ({ traces }) => traces.items.some(({ type }) => type === "process.started"));
  const paused = await h.operator("POST /runs/:id/pause", { params: { id } });
  assert.equal(paused.status, "paused");
  assert.equal(paused.nextMove?.owner, "human");
  assert.deepEqual(groupsAlive(h), []);
  assert.equal((await h.operator("POST /runs/:id/pause", { params: { id } })).updatedAt, paused.updatedAt);
  await Deno.writeTextFile(gate, "");
  await h.operator("POST /runs/:id/resume", { params: { id } });
  const waiting = await h.settled(id);
  assert.equal(waiting.status, "waiting", waiting.statusDetail);
  assert.equal(waiting.tasks[0]!.attempt, 2);
  await approvePending(h, waiting);
  assert.equal(repository.read("out.txt"), "done\n");
});

Deno.test("a decision that comes while the run is paused counts when it is resumed", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await h.operator("POST /runs/:id/pause", { params: { id: waiting.id } });
  const decided = await h.operator("POST /approvals/:id/approve", {
    params: { id: pendingOf(waiting).id },
    body: REVIEWED,
  });
  assert.equal(decided.application, "ready");
  assert.equal(repository.exists("b.txt"), false);
  await h.operator("POST /runs/:id/resume", { params: { id: waiting.id } });
  const done = await h.settled(waiting.id);
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(repository.read("b.txt"), "b");
});

Deno.test("a paused run whose patch was approved can be cancelled, and nothing is written", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id, approvals } = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await h.operator("POST /runs/:id/pause", { params: { id } });
  await h.operator("POST /approvals/:id/approve", { params: { id: approvals[0]!.id }, body: REVIEWED });
  assert.equal((await h.operator("POST /runs/:id/cancel", { params: { id } })).status, "cancelled");
  assert.equal(repository.exists("b.txt"), false);
});

Deno.test("a queued run can be paused, resumed and cancelled without ever having begun", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: repository.root },
  });
  assert.equal((await h.operator("POST /runs/:id/pause", { params: { id } })).status, "paused");
  assert.equal((await h.operator("POST /runs/:id/resume", { params: { id } })).status, "queued");
  assert.equal((await h.operator("POST /runs/:id/cancel", { params: { id } })).status, "cancelled");
});

Deno.test("POST /task-sessions/:id/stop ends the task; its run waits, and a retried card continues", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id, session } = await longRun(h, repository);
  const stopped = await h.operator("POST /task-sessions/:id/stop", { params: { id: session.id } });
  assert.equal(stopped.status, "cancelled");
  assert.deepEqual(groupsAlive(h), []);
  const waiting = await h.settled(id);
  assert.equal(waiting.waitingFor?.kind, "input");
  const card = await h.operator("POST /runs/:id/task-cards/:taskId/retry", {
    params: { id, taskId: session.taskId },
  });
  assert.equal(card.card, "todo");
  await h.until(id, ({ tasks }) => tasks[0]!.attempt === 2 && tasks[0]!.status === "running");
  await h.operator("POST /runs/:id/cancel", { params: { id } });
});

Deno.test("a reason that is sent as reviewerNote counts where a task is held or stopped and where a run is cancelled", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id, session } = await longRun(h, repository);
  const params = { id, taskId: session.taskId };
  const note = (reviewerNote: string) => ({ body: { reviewerNote } });
  const held = await h.agent("POST /runs/:id/task-cards/:taskId/block", { params, ...note("look at it") });
  assert.equal(held.taskSession.lastAction?.reason, "look at it");
  const stop = { params: { id: session.id }, ...note("not like this") };
  const stopped = await h.operator("POST /task-sessions/:id/stop", stop);
  assert.match(stopped.statusDetail ?? "", /not like this/);
  const cancelled = await h.operator("POST /runs/:id/cancel", { params: { id }, ...note("enough") });
  assert.match(cancelled.statusDetail ?? "", /enough/);
});

Deno.test("escalate and block hold a card until it is retried", async () => {
  for (const move of ["escalate", "block"] as const) {
    using repository = TestRepository.make();
    await using h = await harness({ workers: 1 });
    const { id, session } = await longRun(h, repository);
    const key = `POST /runs/:id/task-cards/:taskId/${move}` as const;
    const held = await h.agent(key, {
      params: { id, taskId: session.taskId },
      body: { reason: "look at this" },
    });
    assert.equal(held.card, move === "escalate" ? "escalated" : "blocked");
    assert.equal(held.taskSession.lastAction?.reason, "look at this");
    assert.deepEqual(groupsAlive(h), []);
    const waiting = await h.settled(id);
    assert.equal(waiting.status, "waiting");
    assert.equal(waiting.nextMove?.owner, "human");
    await h.operator("POST /runs/:id/cancel", { params: { id } });
  }
});

Deno.test("POST /runs/:id/retry queues a new run with corrected fields and leaves the source unchanged", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const failed = await runToRest(h, repository, {
    request: 'replace "nothing" with "x" in a.txt',
    onFailure: "fail",
  });
  assert.equal(failed.status, "failed");
  const { traces: _, ...before } = await h.operator("GET /runs/:id", { params: { id: failed.id } });
  const retried = await h.operator("POST /runs/:id/retry", {
    params: { id: failed.id },
    body: { request: 'replace "hello" with "x" in a.txt' },
  });
  assert.equal(retried.retryOfRunId, failed.id);
  assert.equal(retried.attempt, 2);
  const { traces: _1, ...after } = await h.operator("GET /runs/:id", { params: { id: failed.id } });
  assert.deepEqual(after, before);
  assert.equal((await h.settled(retried.id)).status, "waiting");
});

Deno.test("POST /runs/archive and /delete: archived runs leave the list, deleted ones leave nothing", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'create canary.txt with "canary-5e1f"' });
  const done = await runToRest(h, repository, { request: "run true" });
  repository.write({ "canary.txt": "canary-5e1f" });
  const blob = repository.git("hash-object", "canary.txt").trim();
  const objects = join(h.directory, "repositories", waiting.base!.repositoryId, "control.git", "objects");
  const object = join(objects, blob.slice(0, 2), blob.slice(2));
  assert.ok(Deno.statSync(object).isFile, "the control: the object is there before");
  assert.deepEqual(await h.operator("POST /runs/archive"), { archived: 1, remaining: 0 });
  assert.deepEqual((await h.operator("GET /runs")).map(({ id }) => id), [waiting.id]);
  assert.deepEqual(await h.operator("POST /runs/:id/delete", { params: { id: waiting.id } }), {
    deleted: waiting.id,
  });
  assert.equal((await h.json("GET", `/runs/${waiting.id}`)).status, 404);
  assert.deepEqual((await h.operator("GET /approvals/queue")).items, []);
  assert.equal((await h.json("GET", `/runs/${done.id}`)).status, 200);
  assert.throws(() => Deno.statSync(object), Deno.errors.NotFound);
  for await (const entry of Deno.readDir(h.directory)) {
    if (!entry.isFile) continue;
    const text = new TextDecoder("latin1").decode(await Deno.readFile(join(h.directory, entry.name)));
    assert.equal(text.includes("canary-5e1f"), false, entry.name);
  }
  const report = await h.operator("POST /control-plane/restore-verification");
  assert.equal(report.ok, true, JSON.stringify(report.checks));
});
