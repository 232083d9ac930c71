import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { body, idsOf, remember } from "./memory_world.ts";

Deno.test("POST /memory records what the interface shows, with its provenance, and causes one event", async () => {
  await using h = await harness();
  const { id: talk } = await h.operator("POST /coordinator/conversations", { body: {} });
  const given = {
    type: "decision",
    scope: "project",
    content: "Use the existing queue.",
    source: { kind: "conversation", id: talk },
  };
  const events = await h.eventsOf(async () => {
    const { status, body: record } = await h.json("POST", "/memory", given);
    assert.equal(status, 201);
    assert.match(record.id, /^mem_/);
    assert.deepEqual({ ...given, ...record }, record);
    assert.equal(record.status, "active");
    assert.equal(record.conversationId, talk);
    assert.deepEqual(record.receipts, { total: 0, items: [] });
    assert.ok(record.tokens > 0);
  });
  assert.deepEqual(events.map(({ type, conversationId }) => ({ type, conversationId })), [
    { type: "memory.recorded", conversationId: talk },
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /memory takes any type, scope and source kind up to 64 characters; scopes name what their source does", async () => {
  await using h = await harness();
  const record = await h.operator("POST /memory", {
    body: body({
      type: "gut-feeling",
      scope: "team",
      content: "é".repeat(5000),
      source: { kind: "x".repeat(64), id: "1" },
    }),
  });
  assert.equal(record.type, "gut-feeling");
  const { id: talk } = await h.operator("POST /coordinator/conversations", { body: {} });
  const ofConversation = await remember(h, {
    scope: "conversation",
    content: "hello",
    source: { kind: "conversation", id: talk },
  });
  assert.equal(ofConversation.scopeId, talk);
  const project = await remember(h, { scope: "project", scopeId: "/work/app/", content: "a path" });
  assert.equal(project.scopeId, "/work/app");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /memory refuses what is wrong with a sentence that names it, and leaves no event", async () => {
  await using h = await harness();
  const good = body({ content: "x" });
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ type: undefined }, /type/],
    [{ scope: "" }, /scope/],
    [{ type: "x".repeat(65) }, /type/],
    [{ content: undefined }, /content/],
    [{ content: " \n" }, /content/],
    [{ content: "x".repeat(13_000) }, /12 KiB/],
    [{ source: undefined }, /source/],
    [{ source: { kind: "user" } }, /source/],
    [{ source: { kind: "run", id: "run_none" } }, /no run "run_none"/],
    [{ source: { kind: "task_session", id: "task_none" } }, /no task session "task_none"/],
    [{ source: { kind: "approval", id: "approval_none" } }, /no approval "approval_none"/],
    [{ source: { kind: "conversation", id: "conv_none" } }, /no conversation "conv_none"/],
    [{ scope: "run", scopeId: "run_none" }, /no run "run_none"/],
    [{ confidence: 1.5 }, /confidence/],
    [{ validFrom: "yesterday" }, /validFrom/],
    [{ validFrom: "0000-01-01T00:00:00+01:00" }, /validFrom.*year/],
    [{ validTo: "9999-12-31T23:59:59-05:00" }, /validTo.*year/],
    [{ validFrom: "2026-02-01T00:00:00Z", validTo: "2026-01-01T00:00:00Z" }, /validFrom/],
  ];
  const events = await h.eventsOf(async () => {
    for (const [wrong, naming] of cases) {
      const { status, body: answer } = await h.json("POST", "/memory", { ...good, ...wrong });
      assert.equal(status, 400, JSON.stringify(wrong));
      assert.match(answer.error, naming);
    }
    const { status, body: answer } = await h.json("POST", "/memory", { ...good, supersedes: "mem_none" });
    assert.equal(status, 404);
    assert.match(answer.error, /mem_none/);
    assert.equal((await h.json("POST", "/memory", good, "agent-token")).status, 403);
    assert.equal((await h.json("POST", "/memory/mem_none/archive")).status, 404);
  });
  assert.deepEqual(events, []);
});

Deno.test("superseding keeps both ends in step, in one unit, and a chain has one end", async () => {
  await using h = await harness();
  const old = await remember(h, { content: "The build tool is npm." });
  const events = await h.eventsOf(async () => {
    const next = await remember(h, { content: "The build tool is deno.", supersedes: old.id });
    assert.equal(next.supersedes, old.id);
  });
  assert.deepEqual(events.map(({ type }) => type), [
    "memory.recorded",
    "memory.replacement_linked",
    "memory.superseded",
  ]);
  const [next, before] = await h.operator("GET /memory");
  assert.equal(before!.supersededBy, next!.id);
  assert.equal(before!.status, "archived");
  assert.equal(before!.archivedReason, "superseded");
  assert.equal(before!.content, "The build tool is npm.");
  assert.deepEqual(idsOf(await h.operator("GET /memory", { query: { status: "active" } })), [next!.id]);

  const again = await h.json("POST", "/memory", body({ content: "third", supersedes: old.id }));
  assert.equal(again.status, 400);
  assert.ok(again.body.error.includes(next!.id), again.body.error);
  assert.equal((await h.operator("GET /memory")).length, 2);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the same statement twice makes two records, and deletes neither", async () => {
  await using h = await harness();
  const first = await remember(h, { content: "Same." });
  const second = await remember(h, { content: "Same." });
  assert.deepEqual(idsOf(await h.operator("GET /memory", { query: { status: "active" } })), [
    second.id,
    first.id,
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /memory/:id/archive keeps the history; archiving again is 200 and changes nothing", async () => {
  await using h = await harness();
  const { id } = await remember(h, { content: "Old news." });
  const archived = await h.operator("POST /memory/:id/archive", { params: { id } });
  assert.equal(archived.status, "archived");
  const events = await h.eventsOf(async () => {
    const again = await h.json("POST", `/memory/${id}/archive`);
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, archived);
  });
  assert.deepEqual(events, []);
  assert.deepEqual(idsOf(await h.operator("GET /memory", { query: { status: "archived" } })), [id]);
  assert.deepEqual(await h.operator("GET /memory", { query: { status: "active", query: "news" } }), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /memory with an Idempotency-Key makes one record, and answers the same again", async () => {
  await using h = await harness();
  const send = () =>
    h.send("/memory", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "k1" },
      body: JSON.stringify(body({ content: "once" })),
    });
  const [first, second] = [await send(), await send()];
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.deepEqual(await first.json(), await second.json());
  assert.equal((await h.operator("GET /memory")).length, 1);
  assert.deepEqual(h.rebuildDifferences(), []);
});
