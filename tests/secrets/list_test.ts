import assert from "node:assert/strict";
import { harness } from "../harness.ts";

const OTHER = "another-value-that-is-long-enough-0815";

Deno.test("GET /secrets filters by kind, provider and status in any combination, newest first", async () => {
  await using h = await harness();
  const make = (name: string, kind: string, provider: string) =>
    h.operator("POST /secrets", { body: { name, kind, provider, value: `${OTHER}-${name}` } });
  const [a, b, c] = [
    await make("a", "token", "one"),
    await make("b", "token", "two"),
    await make("c", "key", "two"),
  ];
  await h.operator("POST /secrets/:id/delete", { params: { id: b.id } });
  const names = async (query: Record<string, string>) =>
    (await h.operator("GET /secrets", { query })).map(({ name }) => name).join("");
  assert.equal(await names({}), "cba");
  assert.equal(await names({ kind: "token" }), "ba");
  assert.equal(await names({ provider: "two" }), "cb");
  assert.equal(await names({ status: "present" }), "ca");
  assert.equal(await names({ kind: "token", provider: "two" }), "b");
  assert.equal(await names({ kind: "token", status: "present" }), "a");
  assert.equal(await names({ provider: "two", status: "deleted" }), "b");
  assert.equal(await names({ kind: "key", provider: "two", status: "present" }), "c");
  assert.equal(await names({ limit: "1", offset: "1" }), "b");
  const states = await h.operator("GET /secrets/status");
  assert.deepEqual(states.map(({ id, materialStatus }) => [id, materialStatus]), [
    [c.id, "present"],
    [b.id, "removed"],
    [a.id, "present"],
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
