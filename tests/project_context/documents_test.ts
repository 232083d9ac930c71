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

Deno.test("GET /projects/context/:id?version= shows what the document said then; one that it never had is 404", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await written(h, repository.root, "first");
  for (const content of ["second", "the third"]) {
    await h.operator("PATCH /projects/context/:id", { params: { id }, body: { content } });
  }
  const at = (version: number) =>
    h.operator("GET /projects/context/:id", { params: { id }, query: { version } });
  for (const [version, content] of [[1, "first"], [2, "second"], [3, "the third"]] as const) {
    const read = await at(version);
    assert.deepEqual([read.content, read.version, read.contentSha256, read.size], [
      content,
      version,
      sha256(content),
      content.length,
    ]);
    assert.equal(read.versions[0]!.number, 3);
  }
  assert.equal((await shown(h, id)).content, "the third");
  assert.equal((await h.json("GET", `/projects/context/${id}?version=4`)).status, 404);
  assert.equal((await h.json("GET", `/projects/context/${id}?version=0`)).status, 400);
});

Deno.test("a history of 150 versions shows the newest 100 and the number of all", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await written(h, repository.root, "v1");
  for (let number = 2; number <= 150; number++) {
    await h.operator("PATCH /projects/context/:id", { params: { id }, body: { content: `v${number}` } });
  }
  const document = await shown(h, id);
  assert.equal(document.version, 150);
  assert.deepEqual(
    [document.versions.length, document.versions[0]!.number, document.versions.at(-1)!.number],
    [
      100,
      150,
      51,
    ],
  );
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

Deno.test("bad input is 400 with a sentence that names the field, and leaves no event", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await written(h, repository.root, "text");
  const good = { projectPath: repository.root, title: "T", documentType: "notes", content: "x" };
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ ...good, projectPath: "relative/path" }, /projectPath must be the absolute path/],
    [{ ...good, projectPath: "/no/such/directory" }, /projectPath is "\/no\/such\/directory"/],
    [{ ...good, projectPath: `${repository.root}/a.txt` }, /projectPath .* is a file/],
    [{ ...good, title: undefined }, /"title"/],
    [{ ...good, documentType: undefined }, /"documentType"/],
    [{ ...good, content: undefined }, /"content"/],
    [{ ...good, content: "" }, /"content"/],
    [{ ...good, content: "ä".repeat(256 * 1024 + 1) }, /"content".*524288 bytes/],
    [{ ...good, metadata: { big: "x".repeat(5000) } }, /"metadata".*4096 bytes/],
    [{ ...good, status: "archived" }, /"status"/],
    [{ ...good, importFrom: "README.md" }, /not both/],
  ];
  const before = h.store.head;
  for (const [body, sentence] of wrong) {
    const answer = await h.json("POST", "/projects/context", body);
    assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 200));
    assert.match(answer.body.error, sentence);
  }
  for (const body of [{ status: "gone" }, { title: "" }, { content: "x", importFrom: "README.md" }]) {
    assert.equal((await h.json("PATCH", `/projects/context/${id}`, body)).status, 400);
  }
  for (const query of ["projectPath=here", "status=gone", "includeArchived=maybe", "limit=0", "query="]) {
    assert.equal((await h.json("GET", `/projects/context?${query}`)).status, 400, query);
  }
  assert.equal((await h.json("GET", "/projects/context/ctx_none")).status, 404);
  assert.equal((await h.json("PATCH", "/projects/context/ctx_none", {})).status, 404);
  assert.equal((await h.json("POST", "/projects/context/ctx_none/archive")).status, 404);
  assert.equal(h.store.head, before);
});

Deno.test("the agent token reads project context and changes none of it", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await written(h, repository.root, "text");
  assert.equal((await h.agent("GET /projects/context")).length, 1);
  assert.equal((await h.agent("GET /projects/context/:id", { params: { id } })).content, "text");
  const before = h.store.head;
  for (const [method, path] of [["POST", ""], ["PATCH", `/${id}`], ["POST", `/${id}/archive`]] as const) {
    assert.equal((await h.json(method, `/projects/context${path}`, {}, "agent-token")).status, 403);
    assert.equal((await h.json(method, `/projects/context${path}`, {}, null)).status, 401);
  }
  assert.equal(h.store.head, before);
});

Deno.test("POST /projects/context with an Idempotency-Key makes one document", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const body = { projectPath: repository.root, title: "T", documentType: "notes", content: "x" };
  const ask = () => h.operator("POST /projects/context", { body }, { idempotencyKey: "once" });
  assert.equal((await ask()).id, (await ask()).id);
  assert.equal((await h.operator("GET /projects/context")).length, 1);
});

Deno.test("content that was damaged on disk is refused with a sentence, never shown", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id, contentSha256 } = await written(h, repository.root, "text");
  await Deno.writeTextFile(h.service.artifacts.path(contentSha256), "other");
  const { status, body } = await h.json("GET", `/projects/context/${id}`);
  assert.equal(status, 500);
  assert.match(body.error, /was changed/);
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
