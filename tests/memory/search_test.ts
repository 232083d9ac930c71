import assert from "node:assert/strict";
import fc from "fast-check";
import { harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { idsOf, remember } from "./memory_world.ts";
import { anyText } from "../kit/any_text.ts";

Deno.test("GET /memory finds words by their stem, phrases in quotes, in any letter case and accent", async () => {
  await using h = await harness();
  const deploy = await remember(h, { content: "Deployments go through the staging queue first." });
  const cafe = await remember(h, { content: "The Café team owns the queue." });
  const find = async (query: string) => idsOf(await h.operator("GET /memory", { query: { query } }));
  assert.deepEqual(await find("deployment"), [deploy.id]);
  assert.deepEqual(await find("DEPLOYMENTS staging"), [deploy.id]);
  assert.deepEqual(await find("queue"), [cafe.id, deploy.id]);
  assert.deepEqual(await find("cafe queue"), [cafe.id]);
  assert.deepEqual(await find('"staging queue"'), [deploy.id]);
  assert.deepEqual(await find('"queue staging"'), []);
  assert.deepEqual(await find("queue nothing"), []);
  assert.deepEqual(await find("!!! ???"), []);
  assert.deepEqual(await find(" "), [cafe.id, deploy.id]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /memory takes everything in a query as text: no operator, no error, whatever is typed", async () => {
  await using h = await harness();
  const { id } = await remember(h, { content: "alpha NEAR beta AND gamma" });
  const typed = fc.oneof(
    fc.string({ maxLength: 40 }),
    anyText({ maxLength: 20 }),
    fc.array(
      fc.constantFrom("alpha", "AND", "OR", "NOT", "NEAR(", '"', "*", "content:", "^", ")", "'", "-"),
      {
        maxLength: 8,
      },
    ).map((parts) => parts.join(" ")),
  );
  await fc.assert(
    fc.asyncProperty(typed, async (query) => {
      const { status } = await h.json("GET", `/memory?query=${encodeURIComponent(query.toWellFormed())}`);
      assert.equal(status, 200);
    }),
    { numRuns: 150 },
  );
  for (const query of ["alpha AND gamma", "NEAR", "alpha -", 'alpha "']) {
    assert.deepEqual(idsOf(await h.operator("GET /memory", { query: { query } })), [id], query);
  }
  assert.deepEqual(await h.operator("GET /memory", { query: { query: "alpha OR delta" } }), []);
});

Deno.test("GET /memory combines all filters as a plain filter of all records would", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const { id: talk } = await h.operator("POST /coordinator/conversations", { body: {} });
  const word = fc.constantFrom("apple", "pear", "plum");
  const record = fc.record({
    content: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
    type: fc.constantFrom("fact", "decision"),
    scope: fc.constantFrom("global", "conversation"),
    source: fc.constantFrom(
      { kind: "conversation", id: talk },
      { kind: "run", id: run.id },
      { kind: "user", id: "me" },
    ),
  });
  for (const given of fc.sample(record, { numRuns: 60, seed: 7 })) await remember(h, given);
  const all = await h.operator("GET /memory");
  for (const { id } of all.filter((_, i) => i % 3 === 0)) {
    await h.operator("POST /memory/:id/archive", { params: { id } });
  }
  const everything = await h.operator("GET /memory");
  const filter = fc.record({
    query: word,
    type: fc.constantFrom("fact", "decision", "none"),
    scope: fc.constantFrom("global", "conversation"),
    runId: fc.constantFrom(run.id, "run_2"),
    conversationId: fc.constant(talk),
    status: fc.constantFrom("active" as const, "archived" as const),
    limit: fc.integer({ min: 1, max: 20 }),
    offset: fc.integer({ min: 0, max: 10 }),
  }, { requiredKeys: ["limit", "offset"] });
  await fc.assert(
    fc.asyncProperty(filter, async ({ query, limit, offset, ...facets }) => {
      const found = await h.operator("GET /memory", {
        query: { ...facets, ...(query && { query }), limit, offset },
      });
      const expected = everything.filter((each) =>
        (query === undefined || each.content.includes(query)) &&
        Object.entries(facets).every(([name, value]) => each[name as "type"] === value)
      ).slice(offset, offset + limit);
      assert.deepEqual(idsOf(found), idsOf(expected));
    }),
    { numRuns: 100 },
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /memory refuses filters out of range and an unknown status, and names what is allowed", async () => {
  await using h = await harness();
  for (const query of ["limit=0", "limit=1001", "offset=-1", "status=pending", "type="]) {
    const { status, body } = await h.json("GET", `/memory?${query}`);
    assert.equal(status, 400, query);
    assert.ok(body.error.includes(query.split("=")[0]!), body.error);
  }
  const ignored = await h.json("GET", "/memory?kind=fact");
  assert.equal(ignored.headers.get("x-agent-harness-ignored"), "kind");
});
