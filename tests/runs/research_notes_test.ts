import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { runToRest } from "./scenario.ts";

Deno.test("POST /runs/:id/research-notes: a note is an artifact of the run, in its index and its workspace, and goes with it", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const params = { id: run.id };
  const content = "# Limits\n\nThe upstream allows **60** calls a minute. ünïcode";
  const note = await h.operator("POST /runs/:id/research-notes", {
    params,
    body: {
      content,
      title: "Limits of the upstream",
      sourceUrl: "https://example.org/limits",
      tags: ["api"],
    },
  });
  assert.equal(note.path, `research/${note.id}.md`);
  const bare = await h.operator("POST /runs/:id/research-notes", { params, body: { content: "one\ntwo" } });
  const index = await h.operator("GET /runs/:id/artifact-index", { params });
  const entry = index.items.find(({ path }) => path === note.path)!;
  assert.deepEqual([entry.label, entry.purpose, entry.previewType, entry.sha256, entry.summary], [
    "Limits of the upstream",
    "research",
    "markdown",
    note.contentSha256,
    "https://example.org/limits",
  ]);
  assert.equal(index.items.find(({ path }) => path === bare.path)!.label, "one");
  const artifact = await h.operator("GET /runs/:id/artifact", { params, query: { path: note.path! } });
  assert.equal(artifact.content, content);
  const workspace = await h.operator("GET /runs/:id/workspace", { params });
  assert.deepEqual(workspace.researchNotes.map(({ id }) => id), [bare.id, note.id]);
  assert.deepEqual(workspace.researchNotes[1], note);
  assert.deepEqual(h.rebuildDifferences(), []);
  await h.operator("POST /runs/:id/delete", { params });
  assert.equal((await h.json("GET", `/runs/${run.id}/workspace`)).status, 404);
  const left = h.store.database.all<{ data: string | null }>("select data from events")
    .some(({ data }) => data?.includes("60** calls"));
  assert.equal(left, false, "a deleted run's notes are gone");
});

Deno.test("POST /runs/:id/research-notes: a note names its writer and what it is about, which must be of the run", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    verifier: { command: "true" },
  });
  const other = await runToRest(h, repository, { request: 'create c.txt with "c"' });
  const params = { id: run.id };
  const subjects = {
    approval: pendingOf(run).id,
    evaluation: run.evaluation!.id,
    task_session: run.tasks[0]!.id,
    artifact: "bundles/round-1.patch",
  };
  const notes = new Map<string, string>();
  for (const [kind, about] of Object.entries(subjects)) {
    const note = await h.operator("POST /runs/:id/research-notes", {
      params,
      body: { content: kind, about },
    });
    assert.deepEqual(note.about, { kind, id: about });
    notes.set(kind, note.path!);
  }
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params });
  const itemOf = (path: string) => items.find((item) => item.path === path)!;
  const related = [...notes.values()].map(itemOf).map((item) => [
    item.producer.kind,
    item.relatedApprovals,
    item.relatedEvaluations,
    item.relatedTaskSessions,
    item.relatedArtifacts,
  ]);
  assert.deepEqual(related, [
    ["operator", [subjects.approval], [], [], []],
    ["operator", [], [subjects.evaluation], [], []],
    ["operator", [], [], [subjects.task_session], []],
    ["operator", [], [], [], [subjects.artifact]],
  ]);
  assert.deepEqual(itemOf(subjects.artifact).relatedArtifacts, [notes.get("artifact")]);
  const [task] = other.tasks;
  const elsewhere = await h.operator("POST /runs/:id/research-notes", {
    params: { id: other.id },
    body: { content: "of the other run", about: task!.id },
  });
  const index = await h.operator("GET /runs/:id/artifact-index", { params: { id: other.id } });
  const { relatedTaskSessions } = index.items.find(({ path }) => path === elsewhere.path)!;
  assert.deepEqual(relatedTaskSessions, [task!.id]);
  for (
    const about of [pendingOf(other).id, other.tasks[0]!.id, other.evaluation!.id, "bundles/round-9.patch"]
  ) {
    const { status, body } = await h.json("POST", `/runs/${run.id}/research-notes`, { content: "x", about });
    assert.equal(status, 400, about);
    assert.match(body.error, /has no approval, evaluation, task session or artifact/);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /runs/:id/artifact-index: the definition of a workflow run names who requested the run", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const source = "name: Look\nnodes: [{ id: look, kind: command, with: { command: 'true' } }]\n";
  const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source } });
  await h.operator("POST /saved-workflows/:id/activate", { params: { id: workflowId }, body: {} });
  for (const caller of ["agent", "operator"] as const) {
    const { id } = await h[caller]("POST /runs", {
      body: { request: "Look.", workflowId, repoPath: repository.root },
    });
    const { items } = await h.operator("GET /runs/:id/artifact-index", { params: { id } });
    assert.deepEqual(items.map(({ producer }) => producer.kind), [caller]);
  }
});
