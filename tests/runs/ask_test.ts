import assert from "node:assert/strict";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { approvalStream } from "../../store/approvals/stream.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { type Asked, askingWorker } from "./asking_worker.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending } from "./scenario.ts";

const HUMAN = { actorType: "human" } as const;

async function begin(h: Harness, repository: TestRepository, request: string): Promise<RunDetails> {
  await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "everything" } });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request, repoPath: repository.root, worker: { provider: "asking" } },
  });
  return await h.settled(id);
}

const pending = (run: RunDetails) => run.approvals.filter(({ status }) => status === "pending");

function decide(h: Harness, id: string, decision: "approve" | "reject", more = {}) {
  const request = { params: { id }, body: { ...HUMAN, ...more } };
  return decision === "approve"
    ? h.operator("POST /approvals/:id/approve", request)
    : h.operator("POST /approvals/:id/reject", request);
}

/** The run once it waits for the approval of its patch. */
const untilPatch = (h: Harness, id: string) =>
  h.until(id, (run) => pending(run).some(({ policyClass }) => policyClass === "repo-write"));

Deno.test("ask: the run waits at a checkpoint with the worker alive, and the approval lets the same attempt continue", async () => {
  using repository = TestRepository.make();
  const asked: Asked = { answers: [], attempts: 0 };
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker(asked)] });
  const run = await begin(h, repository, "ask new.txt");
  const approval = pendingOf(run);
  assert.deepEqual([run.status, run.waitingFor?.id, run.nextMove?.owner], ["waiting", approval.id, "human"]);
  assert.deepEqual([approval.policyClass, approval.authority, approval.risk], [
    "internal",
    "human",
    "medium",
  ]);
  assert.equal(run.tasks[0]!.status, "waiting");
  assert.equal(run.tasks[0]!.waitingFor?.id, approval.id);
  assert.equal(approval.evidence[0]!.kind, "trace");
  await decide(h, approval.id, "approve");
  const done = await approvePending(h, await untilPatch(h, run.id));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(repository.read("new.txt"), "new.txt\n");
  assert.deepEqual(asked, { answers: ["new.txt: approved"], attempts: 1 });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("ask: a rejection is told to the worker, which continues; what it says is given as guidance", async () => {
  using repository = TestRepository.make();
  const asked: Asked = { answers: [], attempts: 0 };
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker(asked)] });
  const run = await begin(h, repository, "ask new.txt");
  await decide(h, pendingOf(run).id, "reject", { reviewerNote: "not that file" });
  const patch = await untilPatch(h, run.id);
  assert.equal(patch.tasks[0]!.status, "completed");
  const session = await h.operator("GET /task-sessions/:id", { params: { id: patch.tasks[0]!.id } });
  assert.deepEqual(session.guidance.map(({ status, content }) => [status, content]), [
    ["consumed", "Your request (Write new.txt) was rejected: not that file"],
  ]);
  const done = await approvePending(h, patch);
  assert.equal(done.status, "completed");
  assert.deepEqual([repository.exists("new.txt"), repository.exists("begun")], [false, true]);
  assert.deepEqual(asked.answers[0], "new.txt: rejected");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("ask: rejected with the disposition abandon, the run fails", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker()] });
  const run = await begin(h, repository, "ask new.txt");
  await decide(h, pendingOf(run).id, "reject", { disposition: "abandon" });
  const done = await h.settled(run.id);
  assert.deepEqual([done.status, done.statusReason], ["failed", "approval_rejected"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("ask: a long wait parks the task; the decision starts it again from the captured work, answered from the record", async () => {
  using repository = TestRepository.make();
  const asked: Asked = { answers: [], attempts: 0 };
  await using h = await harness({
    workers: 1,
    availableWorkers: [askingWorker(asked)],
    parkAfterMilliseconds: 1,
  });
  const run = await begin(h, repository, "ask new.txt");
  const parked = await h.until(
    run.id,
    ({ traces }) => traces.items.some(({ type }) => type.endsWith(".parked")),
  );
  assert.equal(parked.status, "waiting");
  await decide(h, pendingOf(parked).id, "approve");
  const done = await approvePending(h, await untilPatch(h, run.id));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.deepEqual(asked, { answers: ["new.txt: approved"], attempts: 2 });
  assert.deepEqual([repository.read("begun"), repository.read("new.txt")], ["begun\n", "new.txt\n"]);
  assert.equal(done.approvals.length, 2);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("ask: questions at the same time are checkpoints of their own; the run waits until the last is answered", async () => {
  using repository = TestRepository.make();
  const asked: Asked = { answers: [], attempts: 0 };
  await using h = await harness({ workers: 2, availableWorkers: [askingWorker(asked)] });
  const run = await begin(h, repository, "ask one.txt two.txt\nask three.txt");
  const all = await h.until(run.id, (now) => pending(now).length === 3);
  const [first, second, third] = pending(all);
  await decide(h, first!.id, "approve");
  const still = await h.until(run.id, (now) => now.status === "waiting" && now.waitingFor?.id !== first!.id);
  assert.ok([second!.id, third!.id].includes(still.waitingFor!.id));
  await decide(h, third!.id, "reject");
  await decide(h, second!.id, "approve");
  const done = await approvePending(h, await untilPatch(h, run.id));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(asked.attempts, 2);
  assert.equal(asked.answers.filter((answer) => answer.endsWith("approved")).length, 2);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("ask: a waiting task leaves its slot to another run", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker()] });
  const waits = await begin(h, repository, "ask new.txt");
  const other = await begin(h, repository, "nothing");
  assert.equal(other.status, "completed");
  assert.equal((await h.settled(waits.id)).status, "waiting");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("ask: an admitted command is not asked again, also by another run, until a file that it names has changed", async () => {
  using repository = TestRepository.make({ "run.sh": "true\n" });
  const asked: Asked = { answers: [], attempts: 0 };
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker(asked)] });
  const run = await begin(h, repository, "ask !./run.sh");
  const approval = pendingOf(run);
  assert.deepEqual([approval.policyClass, approval.commands], ["command", ["./run.sh"]]);
  await decide(h, approval.id, "approve");
  await untilPatch(h, run.id);
  const again = await begin(h, repository, "ask !./run.sh");
  assert.equal(pendingOf(again).policyClass, "repo-write");
  repository.commit({ "run.sh": "rm -rf .\n" });
  const changed = await begin(h, repository, "ask !./run.sh");
  assert.equal(pendingOf(changed).policyClass, "command");
  assert.deepEqual(asked.answers, ["!./run.sh: approved", "!./run.sh: approved"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("ask: a command admitted for the repository is not asked again where there is no sandbox either", async () => {
  using repository = TestRepository.make({ "run.sh": "true\n" });
  const sandbox = { available: false, reason: "bubblewrap is not installed.", fix: "Install it." } as const;
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker()], sandbox });
  const run = await begin(h, repository, "ask !./run.sh");
  await decide(h, pendingOf(run).id, "approve", { scope: "repository" });
  await untilPatch(h, run.id);
  const again = await begin(h, repository, "ask !./run.sh");
  assert.equal(pendingOf(again).policyClass, "repo-write");
  assert.deepEqual(h.rebuildDifferences(), []);
});

for (const move of ["pause", "cancel"] as const) {
  Deno.test(`POST /runs/:id/${move} while a worker asks ends the worker`, async () => {
    using repository = TestRepository.make();
    const asked: Asked = { answers: [], attempts: 0 };
    await using h = await harness({ workers: 1, availableWorkers: [askingWorker(asked)] });
    const run = await begin(h, repository, "ask new.txt");
    const { id } = pendingOf(run);
    const params = { id: run.id };
    if (move === "pause") await h.operator("POST /runs/:id/pause", { params });
    else await h.operator("POST /runs/:id/cancel", { params, body: {} });
    const after = await h.settled(run.id);
    assert.equal(after.status, move === "pause" ? "paused" : "cancelled");
    if (move === "pause") {
      await decide(h, id, "approve");
      await h.operator("POST /runs/:id/resume", { params: { id: run.id } });
      await untilPatch(h, run.id);
      assert.deepEqual(asked, { answers: ["new.txt: approved"], attempts: 2 });
    } else assert.equal(after.approvals[0]!.status, "cancelled");
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("POST /task-sessions/:id/stop while it asks takes the question back; a retried card asks again", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker()] });
  const run = await begin(h, repository, "ask new.txt");
  const first = pendingOf(run);
  await h.operator("POST /task-sessions/:id/stop", { params: { id: run.tasks[0]!.id }, body: {} });
  const stopped = await h.settled(run.id);
  assert.deepEqual([stopped.status, stopped.waitingFor?.kind], ["waiting", "input"]);
  assert.equal(stopped.approvals[0]!.status, "cancelled");
  const params = { id: run.id, taskId: "task_1" };
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", { params, body: {} });
  const again = await h.until(run.id, (now) => pending(now).length === 1);
  assert.notEqual(pendingOf(again).id, first.id);
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", { params, body: {} });
  const third = await h.until(
    run.id,
    (now) => pending(now).length === 1 && pendingOf(now).id !== pendingOf(again).id,
  );
  assert.equal(third.approvals.filter(({ status }) => status === "cancelled").length, 2);
  await h.operator("POST /runs/:id/cancel", { params: { id: run.id }, body: {} });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("ask: when the failure of another task ends the run, nobody waits for the answer", async () => {
  using repository = TestRepository.make();
  const worker = askingWorker();
  const failing = {
    ...worker,
    perform: async (task: Parameters<typeof worker.perform>[0]) => {
      if (task.instructions !== "fail") return await worker.perform(task);
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = h.store.subscribe((events) => {
        if (events.some(({ type }) => type === "approval.requested")) resolve();
      });
      // The other task may have been the faster one.
      if (h.store.documents.find(approvalStream, { status: "pending" }, { limit: 1 }).length > 0) resolve();
      await promise;
      stop();
      return { ok: false as const, reason: "invalid_input" as const, detail: "It cannot be done." };
    },
  };
  await using h = await harness({ workers: 2, availableWorkers: [failing] });
  await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "everything" } });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: "fail\nask new.txt",
      repoPath: repository.root,
      worker: { provider: "asking" },
      onFailure: "fail",
    },
  });
  const run = await h.until(id, ({ status }) => status === "failed");
  assert.equal(run.statusReason, "invalid_input");
  assert.equal(run.approvals[0]!.status, "cancelled");
  assert.deepEqual(h.rebuildDifferences(), []);
});
