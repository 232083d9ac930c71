import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { written } from "./scenario.ts";

Deno.test("GET /projects/context filters by each field and by all of them together, newest first", async () => {
  using one = TestRepository.make({ "sub/a.txt": "" });
  using two = TestRepository.make();
  await using h = await harness();
  const ids: Record<string, string> = {};
  const make = async (name: string, root: string, documentType: string, status?: string) => {
    ids[name] = (await written(h, root, name, { documentType, ...(status === "draft" && { status }) })).id;
    if (status === "archived") {
      await h.operator("POST /projects/context/:id/archive", { params: { id: ids[name] } });
    }
  };
  await make("plan1", one.root, "plan");
  await make("note1", one.root, "notes");
  await make("draft1", one.root, "notes", "draft");
  await make("old1", one.root, "notes", "archived");
  await make("sub1", `${one.root}/sub`, "notes");
  await make("note2", two.root, "notes");
  await make("old2", two.root, "plan", "archived");
  const names = async (query: Record<string, unknown>) => {
    const list = await h.operator("GET /projects/context", { query });
    return list.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
  };
  assert.deepEqual(await names({}), ["note2", "sub1", "draft1", "note1", "plan1"]);
  assert.deepEqual(await names({ includeArchived: "true", limit: 2 }), ["old2", "note2"]);
  assert.deepEqual(await names({ projectPath: one.root }), ["draft1", "note1", "plan1"]);
  assert.deepEqual(await names({ projectPath: `${one.root}/sub/../`, includeArchived: "true" }), [
    "old1",
    "draft1",
    "note1",
    "plan1",
  ]);
  assert.deepEqual(await names({ status: "archived" }), ["old2", "old1"]);
  assert.deepEqual(await names({ documentType: "plan" }), ["plan1"]);
  assert.deepEqual(await names({ documentType: "plan", includeArchived: "true" }), ["old2", "plan1"]);
  assert.deepEqual(await names({ documentType: "notes", status: "draft" }), ["draft1"]);
  assert.deepEqual(await names({ projectPath: one.root, status: "active" }), ["note1", "plan1"]);
  assert.deepEqual(await names({ projectPath: one.root, documentType: "notes" }), ["draft1", "note1"]);
  assert.deepEqual(await names({ projectPath: one.root, documentType: "notes", status: "archived" }), [
    "old1",
  ]);
  assert.deepEqual(
    await names({ projectPath: one.root, documentType: "notes", includeArchived: "true" }),
    ["old1", "draft1", "note1"],
  );
  assert.deepEqual(await names({ projectPath: "/no/such/directory" }), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a project that was named by a symbolic link is found by its real path, and the other way round", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const link = `${repository.root}-link`;
  Deno.symlinkSync(repository.root, link);
  try {
    const { id, projectPath } = await written(h, link, "text");
    assert.equal(projectPath, link);
    for (const path of [link, repository.root, `${link}/`]) {
      const found = await h.operator("GET /projects/context", { query: { projectPath: path } });
      assert.deepEqual(found.map((document) => document.id), [id], path);
    }
  } finally {
    Deno.removeSync(link);
  }
});

Deno.test("GET /projects/context?includeContent=true shows the other documents when the content of one is missing", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const lost = await written(h, repository.root, "lost");
  const kept = await written(h, repository.root, "kept");
  const list = () => h.operator("GET /projects/context", { query: { includeContent: true } });
  const texts = async () =>
    (await list()).map((document) => "content" in document && [document.id, document.content]);
  assert.deepEqual(await texts(), [[kept.id, "kept"], [lost.id, "lost"]], "the control: both are there");
  await Deno.remove(h.service.artifacts.path(lost.contentSha256));
  assert.deepEqual(await texts(), [[kept.id, "kept"], [lost.id, ""]]);
  const said = (await list()).map((document) =>
    "contentMissing" in document ? document.contentMissing : null
  );
  assert.deepEqual(said, [
    null,
    `The artifact ${lost.contentSha256} is missing from the storage directory.`,
  ]);
});
