import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

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
