import assert from "node:assert/strict";
import fc from "fast-check";
import { distinctWordsOf, MAX_TERMS } from "../../store/project_context/terms.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { written } from "./scenario.ts";

const search = (h: Harness, query: string, more: Record<string, unknown> = {}) =>
  h.operator("GET /projects/context", { query: { query, ...more } });

Deno.test("GET /projects/context?query= finds words of title and current content, and answers content", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const deploy = await written(h, repository.root, "Deployments go out on Tuesdays.", {
    title: "Release plan",
  });
  const style = await written(h, repository.root, "Résumé naïve 検索エンジン", { title: "Style" });
  const ids = async (query: string, more = {}) => (await search(h, query, more)).map(({ id }) => id);
  assert.deepEqual(await ids("deploy"), [deploy.id], "a word is found by its beginning");
  assert.deepEqual(
    await ids("TUESDAYS release"),
    [deploy.id],
    "every word counts, title and content together",
  );
  assert.deepEqual(await ids("deploy style"), []);
  assert.deepEqual(await ids("resume"), [style.id], "accents do not matter");
  assert.deepEqual(await ids("索"), [style.id]);
  assert.deepEqual(await ids("ployments"), []);
  assert.deepEqual(await ids("!!! %_*\"'"), [], "signs alone find nothing and break nothing");
  const [found] = await search(h, "tuesdays");
  assert.ok(found && "content" in found && found.content.startsWith("Deployments"));

  await h.operator("PATCH /projects/context/:id", {
    params: { id: deploy.id },
    body: { content: "Never on Fridays.", title: "Shipping" },
  });
  assert.deepEqual(await ids("tuesdays"), [], "an old version is not found");
  assert.deepEqual(await ids("release"), []);
  assert.deepEqual(await ids("shipping fridays"), [deploy.id]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a search keeps to the filters of the list", async () => {
  using one = TestRepository.make();
  using two = TestRepository.make();
  await using h = await harness();
  const a = await written(h, one.root, "shared word");
  const b = await written(h, two.root, "shared word", { documentType: "plan" });
  const c = await written(h, two.root, "shared word");
  await h.operator("POST /projects/context/:id/archive", { params: { id: c.id } });
  const ids = async (more: Record<string, unknown>) => (await search(h, "shared", more)).map(({ id }) => id);
  assert.deepEqual(await ids({}), [b.id, a.id]);
  assert.deepEqual(await ids({ limit: 1 }), [b.id]);
  assert.deepEqual(await ids({ projectPath: one.root }), [a.id]);
  assert.deepEqual(await ids({ projectPath: two.root, includeArchived: "true" }), [c.id, b.id]);
  assert.deepEqual(await ids({ status: "archived" }), [c.id]);
  assert.deepEqual(await ids({ documentType: "plan", status: "active" }), [b.id]);
  assert.deepEqual(await ids({ projectPath: one.root, documentType: "plan" }), []);
});

Deno.test("GET /projects/context?includeContent=true cuts long content after a line and says so", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const line = `${"é".repeat(49)}\n`;
  await written(h, repository.root, line.repeat(5000));
  await written(h, repository.root, "short");
  const list = await h.operator("GET /projects/context", { query: { includeContent: "true" } });
  const [short, long] = list;
  assert.ok(short && "content" in short && long && "content" in long);
  assert.deepEqual([short.content, short.contentTruncated], ["short", false]);
  assert.equal(long.contentTruncated, true);
  assert.equal(long.content, line.repeat(Math.floor(65536 / 99)));
});

Deno.test("a list of much content stays under its bound as a whole", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const content = `${"x".repeat(99)}\n`.repeat(656);
  for (let i = 0; i < 70; i++) await written(h, repository.root, content);
  const list = await h.operator("GET /projects/context", { query: { includeContent: "true" } });
  const bytes = list.reduce(
    (sum, document) => sum + ("content" in document ? document.content.length : 0),
    0,
  );
  assert.equal(list.length, 70);
  assert.ok(bytes <= 4 * 1024 * 1024 && bytes > 3.9 * 1024 * 1024, `${bytes} bytes`);
  assert.ok(
    list.every((document) => "content" in document && (document.content !== "" || document.contentTruncated)),
  );
});

Deno.test("termsOf: words are distinct, bounded, and stay themselves when they are read again", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
    const terms = distinctWordsOf(text);
    assert.equal(new Set(terms).size, terms.length);
    for (const term of terms) {
      assert.ok(term.isWellFormed() && term.length > 0 && term.length <= 40);
      assert.deepEqual(distinctWordsOf(term).join(""), term);
    }
  }));
  assert.equal(
    distinctWordsOf(Array.from({ length: MAX_TERMS + 5 }, (_, i) => `w${i}`).join(" ")).length,
    MAX_TERMS,
  );
});
