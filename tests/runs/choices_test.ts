import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

Deno.test("what a run does when a task fails or a verifier is red is shown as requested, in either way", async () => {
  await using h = await harness();
  await using source = await queuedRun(h);
  const { repoPath } = source;
  for (const [onFailure, onRed] of [["wait", "checkpoint"], ["fail", "fail"]] as const) {
    const run = await h.operator("POST /runs", {
      body: { request: 'create a.md with "x"', repoPath, onFailure, onRed },
    });
    assert.deepEqual([run.onFailure, run.onRed], [onFailure, onRed]);
    const again = await h.operator("POST /runs/:id/retry", { params: { id: run.id } });
    assert.deepEqual([again.onFailure, again.onRed], [onFailure, onRed], "a retry takes it over");
  }
  for (const wrong of [{ onFailure: "stop" }, { onRed: "wait" }]) {
    const { status } = await h.json("POST", "/runs", { request: "x", repoPath, ...wrong });
    assert.equal(status, 400);
  }
});

Deno.test("a retry corrects what a failed task, a red verifier and fix rounds do, and null returns to the default", async () => {
  await using h = await harness();
  await using source = await queuedRun(h);
  const retried = async (id: string, body: Record<string, unknown>) => {
    const answer = await h.json("POST", `/runs/${id}/retry`, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.equal(answer.headers.get("x-agent-harness-ignored"), null);
    return answer.body;
  };
  const chosen = (run: Record<string, unknown>) => [run.onFailure, run.onRed, run.fix];
  const corrected = await retried(source.id, { onFailure: "fail", onRed: "fail", fix: 0 });
  assert.deepEqual(chosen(corrected), ["fail", "fail", 0]);
  assert.deepEqual(chosen(await retried(corrected.id, { fix: 4 })), ["fail", "fail", 4]);
  const cleared = await retried(corrected.id, { onFailure: null, onRed: null, fix: null, resume: null });
  assert.deepEqual(chosen(cleared), chosen(await retried(source.id, {})));
});

Deno.test("while a command runs, the status and the command center say that a slot is busy", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "run sleep 1000", repoPath: repository.root },
  });
  await h.until(id, ({ traces }) => traces.items.some(({ type }) => type === "process.started"));
  const { workerState } = await h.operator("GET /control-plane/status");
  assert.deepEqual([workerState.status, workerState.slots.busy], ["busy", 1]);
  const center = await h.operator("GET /coordinator/command-center");
  assert.equal(center.aggregateQueueCounts.slots.busy, 1);
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  assert.equal((await h.operator("GET /control-plane/status")).workerState.slots.busy, 0);
});

Deno.test("research notes keep the title and the source that they were given, each its own", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const params = { id: run.id };
  for (const name of ["limits", "prices"]) {
    const sourceUrl = `https://example.org/${name}`;
    const note = await h.operator("POST /runs/:id/research-notes", {
      params,
      body: { content: `About ${name}.`, title: name, sourceUrl },
    });
    assert.deepEqual([note.title, note.sourceUrl], [name, sourceUrl]);
  }
});

Deno.test("when a run ends with a failed task, what depended on it is skipped, with the reason", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: 'replace "none of it" with "b" in a.txt\nappend "more" to a.txt',
      repoPath: repository.root,
      onFailure: "fail",
    },
  });
  const ended = await h.settled(id);
  assert.deepEqual(ended.tasks.map(({ status }) => status), ["failed", "skipped"]);
  assert.equal(ended.tasks[1]!.statusReason, "dependency_failed");
});
