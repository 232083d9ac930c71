import assert from "node:assert/strict";
import { join } from "node:path";
import { contextFor as serviceContext } from "../../services/ground/kernel/context.ts";
import {
  CONTEXT_BUDGET_BYTES,
  projectContextFor,
} from "../../services/knowledge/project_context/context_for.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { imported, written } from "./scenario.ts";

const ask = (h: Harness, path: string) => projectContextFor(serviceContext(h.service, "system"), path);

Deno.test("projectContextFor gives the nearest of each document, and names what it leaves out", async () => {
  using repository = TestRepository.make({ "AGENTS.md": "root", "web/AGENTS.md": "web", "web/src/a.ts": "" });
  await using h = await harness();
  const root = await imported(h, repository.root, "AGENTS.md");
  const web = await imported(h, join(repository.root, "web"), "AGENTS.md");
  const plan = await written(h, repository.root, "the plan", { title: "Plan", documentType: "plan" });
  const older = await written(h, join(repository.root, "web"), "old", { title: "Style" });
  const newer = await written(h, join(repository.root, "web"), "new", { title: "Style" });
  const draft = await written(h, repository.root, "soon", { title: "Soon", status: "draft" });
  const gone = await written(h, repository.root, "gone", { title: "Gone" });
  await h.operator("POST /projects/context/:id/archive", { params: { id: gone.id } });

  const before = h.store.head;
  const deep = await ask(h, join(repository.root, "web/src"));
  assert.deepEqual(deep.parts.map(({ documentId, content }) => [documentId, content]), [
    [newer.id, "new"],
    [web.id, "web"],
    [plan.id, "the plan"],
  ]);
  assert.deepEqual(deep.leftOut.map(({ documentId, reason, insteadId }) => [documentId, reason, insteadId]), [
    [older.id, "newer", newer.id],
    [draft.id, "draft", undefined],
    [root.id, "nearer", web.id],
  ]);
  assert.equal(deep.usedBytes, "newwebthe plan".length);
  const atRoot = await ask(h, repository.root);
  assert.deepEqual(atRoot.parts.map(({ documentId }) => documentId), [plan.id, root.id]);
  assert.equal(h.store.head, before, "asking records nothing");
});

Deno.test("projectContextFor keeps to 32 KiB, cuts after a line and says how much is left out", async () => {
  using repository = TestRepository.make({ "sub/a.txt": "" });
  await using h = await harness();
  const line = `${"ü".repeat(50)}\n`;
  const far = await written(h, repository.root, line.repeat(10), { title: "far" });
  const near = await written(h, join(repository.root, "sub"), line.repeat(400), { title: "near" });
  const { parts, leftOut, usedBytes } = await ask(h, join(repository.root, "sub"));
  assert.deepEqual(parts.map(({ documentId, truncated }) => [documentId, truncated]), [[near.id, true]]);
  assert.equal(parts[0]!.content, line.repeat(Math.floor(CONTEXT_BUDGET_BYTES / 101)));
  assert.ok(usedBytes <= CONTEXT_BUDGET_BYTES);
  assert.equal(parts[0]!.bytes + leftOut[0]!.bytes, 400 * 101);
  assert.deepEqual(leftOut.map(({ documentId, reason }) => [documentId, reason]), [
    [near.id, "budget"],
    [far.id, "budget"],
  ]);
});

Deno.test("projectContextFor stops at the repository's root", async () => {
  using outer = TestRepository.make({ "inner/a.txt": "" });
  using inner = new TestRepository(join(outer.root, "inner"));
  inner.git("init", "-q");
  await using h = await harness();
  await written(h, outer.root, "outer");
  const own = await written(h, inner.root, "inner", { title: "own" });
  assert.deepEqual((await ask(h, inner.root)).parts.map(({ documentId }) => documentId), [own.id]);
});

Deno.test("projectContextFor looks at all documents of a directory, however many newer ones there are", async () => {
  using repository = TestRepository.make({ "a.txt": "" });
  await using h = await harness();
  const { id } = await written(h, repository.root, "Use tabs.", { title: "Style" });
  for (let i = 0; i < 100; i++) {
    await written(h, repository.root, "soon", { title: `Draft ${i}`, status: "draft" });
  }
  const { parts, leftOut } = await ask(h, repository.root);
  assert.deepEqual([parts.map(({ documentId }) => documentId), leftOut.length], [[id], 100]);
});
