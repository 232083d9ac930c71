import assert from "node:assert/strict";
import { sha256 } from "../../store/chain.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { shown, written } from "./scenario.ts";

Deno.test("POST /projects/context records a document whose content is inline in the answer of its id", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const events = await h.eventsOf(async () => {
    const { status, body } = await h.json("POST", "/projects/context", {
      projectPath: `${repository.root}/.`,
      title: "How we work",
      documentType: "instructions",
      content: "# Rules\nBe kind – and précise.\n",
      metadata: { owner: "me" },
    });
    assert.equal(status, 201);
    assert.match(body.id, /^ctx_[0-9a-z]{26}$/);
    assert.equal(body.projectPath, repository.root);
    assert.deepEqual([body.status, body.archived, body.archivedAt], ["active", false, null]);
    assert.deepEqual([body.version, body.source, body.createdBy], [1, null, "operator"]);
    assert.equal("content" in body, false);
    const full = await shown(h, body.id);
    assert.equal(full.content, "# Rules\nBe kind – and précise.\n");
    assert.equal(full.contentTruncated, false);
    assert.equal(full.contentSha256, sha256(full.content));
    assert.equal(full.size, new TextEncoder().encode(full.content).length);
    assert.equal(full.versions.length, 1);
  });
  assert.deepEqual(events.map(({ type }) => type), ["project_context.created"]);
  assert.equal(JSON.stringify(events[0]!.data).includes("Be kind"), false, "content is not part of the log");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("PATCH /projects/context/:id makes a version of other content only, and tells who made each", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await written(h, repository.root, "one");
  const patch = (body: Record<string, unknown>) => h.json("PATCH", `/projects/context/${id}`, body);
  const events = await h.eventsOf(async () => {
    assert.equal((await patch({ content: "two" })).body.version, 2);
    for (const same of [{}, { content: "two" }, { title: "Notes", status: "active", metadata: {} }]) {
      const { status, body } = await patch(same);
      assert.deepEqual([status, body.version], [200, 2]);
    }
    const { body } = await patch({
      content: "one",
      title: "Old notes",
      metadata: { a: [1] },
      status: "draft",
    });
    assert.deepEqual([body.version, body.title, body.metadata, body.status], [
      3,
      "Old notes",
      { a: [1] },
      "draft",
    ]);
  });
  assert.deepEqual(events.map(({ type }) => type), [
    "project_context.revised",
    "project_context.updated",
    "project_context.revised",
    "project_context.status_changed",
  ]);
  const { versions, content } = await shown(h, id);
  assert.equal(content, "one");
  assert.deepEqual(versions.map(({ number, sha256: hash, size, actor }) => [number, hash, size, actor]), [
    [3, sha256("one"), 3, "operator"],
    [2, sha256("two"), 3, "operator"],
    [1, sha256("one"), 3, "operator"],
  ]);
  assert.equal(new Set(versions.map((version) => version.id)).size, 3);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /projects/context/:id/archive is 200 again and again, and an archived one can be made active", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await written(h, repository.root, "text");
  const events = await h.eventsOf(async () => {
    for (let i = 0; i < 2; i++) {
      const { status, body } = await h.json("POST", `/projects/context/${id}/archive`);
      assert.deepEqual([status, body.status, body.archived], [200, "archived", true]);
      assert.equal(typeof body.archivedAt, "string");
    }
    assert.deepEqual(await h.operator("GET /projects/context"), []);
    const back = await h.json("PATCH", `/projects/context/${id}`, { status: "active" });
    assert.deepEqual([back.body.status, back.body.archived, back.body.archivedAt], ["active", false, null]);
  });
  assert.deepEqual(events.map(({ type }) => type), [
    "project_context.archived",
    "project_context.status_changed",
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /projects/context with an Idempotency-Key makes one document", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const body = { projectPath: repository.root, title: "T", documentType: "notes", content: "x" };
  const ask = () => h.operator("POST /projects/context", { body }, { idempotencyKey: "once" });
  assert.equal((await ask()).id, (await ask()).id);
  assert.equal((await h.operator("GET /projects/context")).length, 1);
});

Deno.test("deleting a run leaves content alone that a document holds as well", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const run = await h.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: repository.root },
  });
  await h.operator("POST /runs/:id/research-assets", {
    params: { id: run.id },
    body: { title: "page", content: "the same text" },
  });
  const { id } = await written(h, repository.root, "the same text");
  const second = await written(h, repository.root, "first");
  await h.operator("PATCH /projects/context/:id", { params: { id: second.id }, body: { content: "second" } });
  await h.operator("POST /runs/:id/cancel", { params: { id: run.id } });
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  assert.equal((await shown(h, id)).content, "the same text");
  for (const { sha256: hash } of (await shown(h, second.id)).versions) {
    assert.ok((await h.service.artifacts.read(hash)).length > 0, "older versions keep their content");
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});
