import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { Conversation } from "./conversation.ts";

Deno.test("PATCH …/conversations/:id renames, archives, reopens, switches the active run; what is so already changes nothing", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const run = await h.operator("POST /coordinator/runs", {
    body: { request: 'create a.md with "x"', repoPath: repository.root },
  });
  const begun = await h.operator("POST /coordinator/conversations", {
    body: { title: "First", origin: "cli", activeRunId: run.id, metadata: { a: 1 } },
  });
  assert.equal(begun.activeRun?.id, run.id);
  assert.equal(begun.origin, "cli");
  const params = { id: begun.id };
  const update = (body: Parameters<typeof h.json>[2]) =>
    h.json("PATCH", `/coordinator/conversations/${begun.id}`, body);
  const events = await h.eventsOf(async () => {
    await update({ title: "Second", status: "archived", activeRunId: null, metadata: { b: 2 } });
    await update({ title: "Second", status: "archived", activeRunId: null, metadata: { b: 2 } });
    await update({});
    await update({ status: "active", activeRunId: run.id });
  });
  assert.deepEqual(events.map(({ type }) => type), [
    "conversation.renamed",
    "conversation.archived",
    "conversation.metadata_changed",
    "conversation.run_deactivated",
    "conversation.reopened",
    "conversation.run_activated",
  ]);
  const now = await h.operator("GET /coordinator/conversations/:id", { params });
  assert.deepEqual([now.title, now.status, now.activeRunId, now.metadata], ["Second", "active", run.id, {
    b: 2,
  }]);
  const head = h.store.head;
  for (const wrong of [{ activeRunId: "run_nothing" }, { status: "gone" }, { title: " " }]) {
    assert.equal((await update(wrong)).status, 400);
  }
  assert.equal(
    (await h.json("POST", "/coordinator/conversations", { activeRunId: "run_nothing" })).status,
    400,
  );
  assert.equal(h.store.head, head);
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  const after = await h.operator("GET /coordinator/conversations/:id", { params });
  assert.deepEqual([after.activeRunId, after.activeRun], [null, null]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /coordinator/conversations lists newest first, by status, in pages", async () => {
  await using h = await harness();
  const talks = [];
  for (const title of ["one", "two", "three"]) talks.push(await Conversation.begin(h, title));
  await h.operator("PATCH /coordinator/conversations/:id", {
    params: talks[1]!.params,
    body: { status: "archived" },
  });
  const titles = async (query: { status?: "active" | "archived"; limit?: number; offset?: number }) =>
    (await h.agent("GET /coordinator/conversations", { query })).map(({ title }) => title);
  assert.deepEqual(await titles({}), ["three", "two", "one"]);
  assert.deepEqual(await titles({ status: "active" }), ["three", "one"]);
  assert.deepEqual(await titles({ status: "archived" }), ["two"]);
  assert.deepEqual(await titles({ limit: 1, offset: 1 }), ["two"]);
  assert.equal((await h.json("GET", "/coordinator/conversations?status=gone")).status, 400);
});

Deno.test("a conversation without a title takes the beginning of its first message", async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h);
  await talk.say(`  what   needs me?\nnothing else`);
  await talk.say("status");
  assert.equal((await talk.details()).title, "what needs me?");
});

Deno.test("POST …/events keeps who sent it apart from who it claims to be", async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const append = (
    body: {
      kind: "user" | "coordinator" | "system";
      content: string;
      type?: string;
      data?: Record<string, unknown>;
    },
  ) => h.agent("POST /coordinator/conversations/:id/events", { params: talk.params, body });
  const details = await append({
    kind: "coordinator",
    content: "I approve",
    type: "approval.approved",
    data: { a: 1 },
  });
  const last = details.events.at(-1)!;
  assert.deepEqual([last.kind, last.actor, last.type, last.data], [
    "coordinator",
    "agent",
    "approval.approved",
    { a: 1 },
  ]);
  await append({ kind: "coordinator", content: "# Idea", type: "design_doc", data: { title: "Idea" } });
  const reported = await append({ kind: "coordinator", content: "half done", type: "status_report" });
  assert.equal(reported.statusReportEvents[0]!.summary, "half done");
  await append({ kind: "user", content: "x", type: "constructor" });
  const [doc, ...more] = await h.operator("GET /coordinator/conversations/:id/design-docs", {
    params: talk.params,
  });
  assert.deepEqual([doc!.title, doc!.content, doc!.author, more.length], ["Idea", "# Idea", "agent", 0]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the document of a conversation stays small however much is said in it", async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h);
  await h.operator("PATCH /coordinator/conversations/:id", {
    params: talk.params,
    body: { title: "💥".repeat(150), metadata: { x: "y".repeat(8000) } },
  });
  for (let i = 0; i < 120; i++) await talk.say(`unclear ${"words ".repeat(100)}`);
  const { body } = h.store.database.get<{ body: string }>(
    "select body from documents_conversation",
  )!;
  assert.ok(new TextEncoder().encode(body).length < 16 * 1024, `${body.length}`);
  const details = await talk.details();
  assert.equal(details.events.length, 100);
  assert.equal(details.counts.messages, 120);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST …/summary: the memory record is refreshed when something changed, and quotes no run that another may outlive", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const summarise = () => h.json("POST", `/coordinator/conversations/${talk.id}/summary`);
  const get = () => h.operator("GET /coordinator/conversations/:id/summary", { params: talk.params });
  assert.equal((await get()).memoryStatus, "missing");
  const first = await talk.say('create one-secret.md with "x"', { repoPath: repository.root });
  const created = await summarise();
  assert.equal(created.status, 201);
  assert.equal((await get()).memoryStatus, "current");
  const head = h.store.head;
  const same = await summarise();
  assert.equal(same.status, 200);
  assert.deepEqual(same.body, created.body);
  assert.equal(h.store.head, head, "nothing was recorded twice");

  await talk.say('create two-secret.md with "y"');
  assert.equal((await get()).memoryStatus, "stale");
  const refreshed = (await summarise()).body;
  assert.notEqual(refreshed.memoryRecordId, created.body.memoryRecordId);
  assert.match(refreshed.content, /one-secret[\s\S]*two-secret/);
  const records = await h.operator("GET /memory", { query: { conversationId: talk.id } });
  const byId = new Map(records.map((record) => [record.id, record]));
  assert.equal(byId.get(created.body.memoryRecordId)?.supersededBy, refreshed.memoryRecordId);
  assert.doesNotMatch(byId.get(refreshed.memoryRecordId)!.content, /secret/);

  await h.operator("POST /runs/:id/delete", { params: { id: first.runId! } });
  const left = JSON.stringify(await h.operator("GET /memory", { query: {} }));
  assert.doesNotMatch(left, /one-secret/);
  assert.equal((await summarise()).status, 201);
  assert.deepEqual(h.rebuildDifferences(), []);
});
