import assert from "node:assert/strict";
import { sha256 } from "../../store/chain.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { shown, written } from "./scenario.ts";

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
