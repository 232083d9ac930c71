import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { sideBySide } from "../task_sessions/side_by_side.ts";
import { runToRest } from "./scenario.ts";

/** The text of each artifact of a task session, by the end of its path. */
async function keptOf(h: Harness, runId: string, taskSessionId: string): Promise<Record<string, string>> {
  const { artifacts } = await h.operator("GET /task-sessions/:id", { params: { id: taskSessionId } });
  const texts = artifacts.map(async ({ path }) => {
    const { content } = await h.operator("GET /runs/:id/artifact", {
      params: { id: runId },
      query: { path },
    });
    return [path.split("/").at(-1)!, content!] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

Deno.test("a failed task keeps its patch and what its commands printed, attempt by attempt, as its artifacts", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [sideBySide] });
  const run = await runToRest(h, repository, {
    request: 'run echo half > half.txt; echo it went wrong; exit 3\ncreate b.txt with "b"',
  });
  const [failed, good] = run.tasks;
  assert.deepEqual([failed!.status, good!.status], ["failed", "completed"]);
  const kept = await keptOf(h, run.id, failed!.id);
  assert.deepEqual(Object.keys(kept).sort(), ["attempt-1-output.txt", "attempt-1.patch"]);
  assert.match(kept["attempt-1.patch"]!, /^\+half$/m);
  assert.match(kept["attempt-1-output.txt"]!, /\$ echo half > half\.txt.*\nit went wrong\nexit code 3\n$/);
  assert.match((await keptOf(h, run.id, good!.id))["attempt-1.patch"]!, /^\+b$/m);

  await h.operator("POST /runs/:id/task-cards/:taskId/retry", {
    params: { id: run.id, taskId: failed!.taskId },
    body: {},
  });
  await h.settled(run.id);
  const names = Object.keys(await keptOf(h, run.id, failed!.id));
  assert.ok(names.includes("attempt-1.patch") && names.includes("attempt-2.patch"), `${names}`);
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params: { id: run.id } });
  const producers = items.filter(({ path }) => path.startsWith("tasks/")).map(({ producer }) => producer);
  assert.deepEqual(
    new Set(producers.map(({ kind, taskSessionId }) => `${kind} ${taskSessionId}`)),
    new Set([failed!, good!].map(({ id }) => `task_session ${id}`)),
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a failed verification is a checkpoint of risk high that says so, and can be approved", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    verifier: { command: "echo it is wrong; exit 3" },
  });
  const approval = pendingOf(run);
  assert.deepEqual([run.status, approval.risk, approval.recommendedAction], ["waiting", "high", "reject"]);
  assert.match(approval.title, /\(the verifier failed\)$/);
  assert.match(approval.reasons.join("\n"), /verifier .* failed on this result/);
  assert.ok(approval.evidence.some(({ kind }) => kind === "verifier-output"));
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params: { id: run.id } });
  for (const path of ["bundles/round-1.patch", "evaluations/round-1.json", "verification/round-1.txt"]) {
    const artifact = items.find((item) => item.path === path);
    assert.deepEqual(artifact?.relatedEvaluations, [run.evaluation!.id], path);
    assert.deepEqual(artifact?.relatedApprovals, [approval.id], path);
  }
  const producerOf = (path: string) => items.find((item) => item.path === path)!.producer;
  const { id: taskSessionId } = run.tasks[0]!;
  const of = { runId: run.id, taskSessionId: null };
  assert.deepEqual(producerOf("plan.json"), { kind: "coordinator", ...of, taskSessionIds: [] });
  for (const path of ["evaluations/round-1.json", "verification/round-1.txt"]) {
    assert.deepEqual(producerOf(path), { kind: "verifier", ...of, taskSessionIds: [] }, path);
  }
  for (const path of ["bundles/round-1.patch", "bundles/round-1.json"]) {
    assert.deepEqual(producerOf(path), { kind: "coordinator", ...of, taskSessionIds: [taskSessionId] }, path);
  }
  const [notice] = (await h.operator("GET /notifications")).items;
  assert.match(notice!.title, /\(the verifier failed\)/);
  await h.operator("POST /approvals/:id/approve", { params: { id: approval.id }, body: REVIEWED });
  const done = await h.settled(run.id);
  assert.deepEqual([done.status, done.evaluation?.outcome], ["completed", "failed"]);
  assert.equal(repository.read("b.txt"), "b");
});

Deno.test("a failed verification of work that changed nothing fails the run: there is nothing to approve", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: "run true", verifier: { command: "exit 1" } });
  assert.deepEqual([run.status, run.statusReason, run.approvals.length], [
    "failed",
    "verification_failed",
    0,
  ]);
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params: { id: run.id } });
  assert.ok(items.some(({ path }) => path === "evaluations/round-1.json"));
});

Deno.test("GET /task-sessions/:id and the workspace say who works where, how it is held, and one use for each tool", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: "run echo b > b.txt" });
  const { id } = run.tasks[0]!;
  const session = await h.operator("GET /task-sessions/:id", { params: { id } });
  assert.deepEqual(session.toolUses.map(({ status, exitCode }) => [status, exitCode]), [["completed", 0]]);
  assert.ok(session.toolUses[0]!.finishedAt! >= session.toolUses[0]!.at);
  assert.equal(session.dispatch.startedAt, session.startedAt);
  assert.equal(session.dispatch.worktree, null, "it is gone");
  assert.match(session.dispatch.confinement!.kind, /^(?:bubblewrap|none)$/);
  assert.ok(session.traces.items.some(({ type }) => type === "process.started"));
  assert.ok(session.traces.items.every(({ subject }) => subject !== `task_session/${id}`));
  assert.ok(session.events.every(({ subject }) => subject === `task_session/${id}`));
  const workspace = await h.operator("GET /runs/:id/workspace", { params: { id: run.id } });
  const [shown] = workspace.taskSessions;
  assert.deepEqual(shown!.toolUses, session.toolUses);
  assert.deepEqual(shown!.artifacts, session.artifacts);
  assert.deepEqual(shown!.dependencies, session.dependencies);
});
