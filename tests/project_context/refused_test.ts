import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { written } from "./scenario.ts";

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

Deno.test("content that was damaged on disk is refused with a sentence, never shown", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id, contentSha256 } = await written(h, repository.root, "text");
  await Deno.writeTextFile(h.service.artifacts.path(contentSha256), "other");
  const { status, body } = await h.json("GET", `/projects/context/${id}`);
  assert.equal(status, 500);
  assert.match(body.error, /was changed/);
});
