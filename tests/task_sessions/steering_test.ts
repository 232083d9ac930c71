import assert from "node:assert/strict";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { SharedDirectory } from "../shared_directory.ts";
import { sideBySide } from "./side_by_side.ts";

/** A command that waits for a file, then writes another: a task that goes on for as long as a test wants. */
const gated = (gate: string, file: string) =>
  `run until test -e ${gate}; do sleep 0.01; done; echo done > ${file}`;

/** A run of two tasks side by side, the first of which has begun and waits for `gate`. */
async function besideGate(h: Harness, repository: TestRepository, gate: string, other: string) {
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: `${gated(gate, "a.txt")}\n${other}`, repoPath: repository.root },
  });
  return await h.until(id, begun("task_1"));
}

const begun = (taskId: string) => ({ tasks, traces }: RunDetails) => {
  const { id } = tasks.find((task) => task.taskId === taskId) ?? {};
  return traces.items.some(({ type, taskSessionId }) => type === "process.started" && taskSessionId === id);
};

const taskOf = (run: RunDetails, taskId: string) => run.tasks.find((task) => task.taskId === taskId)!;
const statusOf = (run: RunDetails, taskId: string) => taskOf(run, taskId).status;

const card = (h: Harness, id: string, taskId: string, move: "retry" | "escalate" | "block") =>
  h.operator(`POST /runs/:id/task-cards/:taskId/${move}` as const, { params: { id, taskId }, body: {} });

for (const move of ["block", "escalate"] as const) {
  Deno.test(`${move}: a held card stops its branch only; what runs goes on to its end and counts`, async () => {
    using repository = TestRepository.make();
    await using h = await harness({ workers: 2, availableWorkers: [sideBySide] });
    using shared = new SharedDirectory(h.directory);
    const gate = shared.path("gate");
    const { id } = await besideGate(h, repository, gate, gated(shared.path("never"), "b.txt"));
    await h.until(id, begun("task_2"));
    const held = await card(h, id, "task_2", move);
    const during = await h.operator("GET /runs/:id", { params: { id } });
    assert.equal(during.status, "running", "something of it still moves");
    assert.equal(during.nextMove?.owner, "worker");
    assert.equal(held.taskSession.nextMove?.owner, "human");
    if (move === "escalate") assert.equal(held.taskSession.waitingFor?.kind, "input");
    await Deno.writeTextFile(gate, "");
    const waiting = await h.settled(id);
    assert.deepEqual([waiting.status, waiting.waitingFor?.kind, waiting.waitingFor?.id], [
      "waiting",
      "input",
      taskOf(waiting, "task_2").id,
    ]);
    assert.equal(statusOf(waiting, "task_1"), "completed");
    await Deno.writeTextFile(shared.path("never"), "");
    await card(h, id, "task_2", "retry");
    const done = await approvePending(h, await h.settled(id));
    assert.equal(done.status, "completed", done.statusDetail);
    assert.equal(taskOf(done, "task_1").attempt, 1, "it was not done again");
    assert.deepEqual([repository.exists("a.txt"), repository.exists("b.txt")], [true, true]);
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("a task that fails leaves its siblings alone; its card is retried alone while they continue", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 2, availableWorkers: [sideBySide] });
  using shared = new SharedDirectory(h.directory);
  const [gate, mended] = [shared.path("gate"), shared.path("mended")];
  const { id } = await besideGate(h, repository, gate, `run test -e ${mended} && echo b > b.txt`);
  const failed = await h.until(id, (run) => statusOf(run, "task_2") === "failed");
  assert.equal(failed.status, "running");
  await Deno.writeTextFile(mended, "");
  await card(h, id, "task_2", "retry");
  await h.until(id, (run) => statusOf(run, "task_2") === "completed");
  assert.equal(statusOf(await h.operator("GET /runs/:id", { params: { id } }), "task_1"), "running");
  await Deno.writeTextFile(gate, "");
  const done = await approvePending(h, await h.settled(id));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.deepEqual(done.tasks.map(({ attempt }) => attempt), [1, 2]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a task that fails on an old commit begins again on a newer one, and a second failure says how", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'replace "hullo" with "bye" in a.txt' });
  assert.deepEqual([run.status, run.waitingFor?.kind], ["waiting", "input"]);
  const early = await h.json("POST", `/runs/${run.id}/rebase`, {});
  assert.equal(early.status, 400);
  assert.match(early.body.error, /is still at .*Commit your changes there first/);
  repository.commit({ "a.txt": "hullo\n" });
  await card(h, run.id, "task_1", "retry");
  const again = await h.settled(run.id);
  assert.match(again.waitingFor!.detail, new RegExp(`commit that the run began from.*runs rebase ${run.id}`));
  await h.operator("POST /runs/:id/rebase", { params: { id: run.id } });
  const shown = await h.settled(run.id);
  assert.equal(shown.waitingFor?.kind, "approval", shown.waitingFor?.detail);
  await approvePending(h, shown);
  assert.equal(repository.read("a.txt"), "bye\n");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run with a failed task waits when nothing else can move, and says until when", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [sideBySide] });
  const request = ['create a.md with "a"', 'replace "zzz" with "y" in keep.txt', 'create c.md with "c"'];
  repository.commit({ "keep.txt": "nothing like it\n" });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: request.join("\n"), repoPath: repository.root },
  });
  const waiting = await h.settled(id);
  const { waitingFor } = waiting;
  assert.deepEqual([waiting.status, waitingFor?.kind], ["waiting", "input"]);
  assert.match(waitingFor!.detail, /failed: .*Retry or escalate the task, or cancel the run/s);
  assert.equal(waitingFor!.defaultAction, "the run fails");
  assert.ok(Date.parse(waitingFor!.expiresAt!) > h.service.now().getTime());
  assert.deepEqual(waiting.tasks.map(({ status }) => status), ["completed", "failed", "completed"]);
  await card(h, id, "task_2", "escalate");
  const held = await h.settled(id);
  assert.match(held.waitingFor!.detail, /handed to a human/);
  assert.equal(held.waitingFor!.expiresAt, undefined);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("with onFailure fail a failed task ends the run, once the other tasks have ended", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [sideBySide] });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "run exit 3", repoPath: repository.root, onFailure: "fail" },
  });
  const ended = await h.settled(id);
  assert.deepEqual([ended.status, ended.statusReason], ["failed", "command_failed"]);
});

Deno.test("guidance that is not understood is told so and stops its own branch only", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 2, availableWorkers: [sideBySide] });
  using shared = new SharedDirectory(h.directory);
  const [gate, second] = [shared.path("gate"), shared.path("second")];
  const { id, tasks } = await besideGate(h, repository, gate, gated(second, "b.txt"));
  const { id: guided } = tasks.find(({ taskId }) => taskId === "task_2")!;
  await h.until(id, begun("task_2"));
  await h.operator("POST /task-sessions/:id/guidance", {
    params: { id: guided },
    body: { content: "make it nicer" },
  });
  await Deno.writeTextFile(second, "");
  const during = await h.until(id, (run) => statusOf(run, "task_2") === "waiting");
  assert.equal(during.status, "running");
  const told = await h.operator("GET /task-sessions/:id", { params: { id: guided } });
  assert.deepEqual(told.guidance.map(({ status }) => status), ["not_understood"]);
  assert.match(told.guidance[0]!.detail!, /make it nicer/);
  await Deno.writeTextFile(gate, "");
  const waiting = await h.settled(id);
  assert.deepEqual([statusOf(waiting, "task_1"), waiting.waitingFor?.id], ["completed", guided]);
  await h.operator("POST /task-sessions/:id/guidance", {
    params: { id: guided },
    body: { content: 'create c.md with "c"' },
  });
  const done = await approvePending(h, await h.settled(id));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(taskOf(done, "task_1").attempt, 1);
  assert.equal(repository.read("c.md"), "c");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("only guidance that was not used when its run ends came too late", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [sideBySide] });
  using shared = new SharedDirectory(h.directory);
  const { id, tasks } = await besideGate(h, repository, shared.path("never"), 'create b.md with "b"');
  const { id: guided } = tasks[1]!;
  const body = { content: 'create c.md with "c"' };
  await h.operator("POST /task-sessions/:id/guidance", { params: { id: guided }, body });
  await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  const { guidance } = await h.operator("GET /task-sessions/:id", { params: { id: guided } });
  assert.deepEqual(guidance.map(({ status }) => status), ["expired"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("stop: the other tasks of the run finish", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 2, availableWorkers: [sideBySide] });
  using shared = new SharedDirectory(h.directory);
  const gate = shared.path("gate");
  const { id, tasks } = await besideGate(h, repository, gate, gated(shared.path("never"), "b.txt"));
  await h.until(id, begun("task_2"));
  await h.operator("POST /task-sessions/:id/stop", { params: { id: tasks[1]!.id }, body: {} });
  assert.equal((await h.operator("GET /runs/:id", { params: { id } })).status, "running");
  await Deno.writeTextFile(gate, "");
  const waiting = await h.settled(id);
  assert.deepEqual(waiting.tasks.map(({ status }) => status), ["completed", "cancelled"]);
  assert.match(waiting.waitingFor!.detail, /was stopped/);
});
