import assert from "node:assert/strict";
import { sha256 } from "../../store/chain.ts";
import { documentsTable } from "../../store/projector.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";
import { failures } from "./failures.ts";

Deno.test("POST /notifications/:id/<move> brings it into each state from each other, and answers the inbox", async () => {
  await using h = await harness();
  await failures(h, 2);
  const [other, mine] = (await h.operator("GET /notifications")).items;
  const moves = { read: "read", unread: "unread", dismiss: "dismissed", archive: "archived" } as const;
  for (const first of Object.keys(moves) as (keyof typeof moves)[]) {
    for (const move of Object.keys(moves) as (keyof typeof moves)[]) {
      await h.operator(`POST /notifications/:id/${first}`, { params: { id: mine!.id } });
      const inbox = await h.operator(`POST /notifications/:id/${move}`, { params: { id: mine!.id } });
      const status = first === "archive" && move === "read" ? "archived" : moves[move];
      assert.equal(inbox.counts[status], status === "unread" ? 2 : 1, `${first}, ${move}`);
      const listed = await h.operator("GET /notifications", { query: { status } });
      const found = listed.items.find(({ id }) => id === mine!.id)!;
      assert.equal(found.status, status);
      assert.equal(found.dismissedAt !== null, status === "dismissed");
      assert.equal(found.archivedAt !== null, status === "archived");
      if (status === "unread") assert.equal(found.readAt, null);
      if (status === "read") assert.notEqual(found.readAt, null);
      assert.equal(inbox.items.some(({ id }) => id === mine!.id), status !== "archived");
      assert.ok(inbox.items.some(({ id, status }) => id === other!.id && status === "unread"));
    }
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("asking for a state already reached changes nothing; a deleted notification is gone for good", async () => {
  await using h = await harness();
  await failures(h, 1);
  const { id } = (await h.operator("GET /notifications")).items[0]!;
  for (const move of ["unread", "read", "dismiss", "archive", "delete"] as const) {
    const once = await h.operator(`POST /notifications/:id/${move}`, { params: { id } });
    const events = await h.eventsOf(async () => {
      assert.deepEqual(await h.operator(`POST /notifications/:id/${move}`, { params: { id } }), once);
    });
    assert.deepEqual(events, []);
  }
  for (const move of ["unread", "read", "dismiss", "archive"]) {
    const events = await h.eventsOf(async () => {
      assert.equal((await h.json("POST", `/notifications/${id}/${move}`)).status, 404);
    });
    assert.deepEqual(events, []);
  }
  assert.deepEqual((await h.operator("GET /notifications")).items, []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /notifications/read-all is one event; only what was unread is read, and by that time", async () => {
  let at = Date.parse("2026-01-02T00:00:00.000Z");
  await using h = await harness({ now: () => new Date(at += 1000) });
  await failures(h, 50);
  const { items } = await h.operator("GET /notifications");
  await h.operator("POST /notifications/:id/dismiss", { params: { id: items[3]!.id } });
  const first = await h.eventsOf(() => h.operator("POST /notifications/read-all"));
  assert.deepEqual(first.map(({ type }) => type), ["notification.all_read"]);
  assert.deepEqual((await h.operator("GET /notifications", { query: { unreadOnly: true } })).items, []);
  const nothing = await h.eventsOf(() => h.operator("POST /notifications/read-all"));
  assert.deepEqual(nothing, [], "nothing is unread any more");

  await failures(h, 2);
  const again = await h.operator("POST /notifications/:id/unread", { params: { id: items[10]!.id } });
  assert.equal(again.unreadCount, 3);
  const unread = await h.operator("GET /notifications", { query: { unreadOnly: true, limit: 2, offset: 1 } });
  assert.deepEqual(unread.items.at(-1)!.id, items[10]!.id, "newest first, also past the mark");
  const second = await h.eventsOf(() => h.operator("POST /notifications/read-all"));
  const read = await h.operator("GET /notifications", { query: { status: "read", limit: 1000 } });
  assert.equal(read.readCount, 51);
  assert.equal(read.items.length, 51);
  const readAt = (id: string) => read.items.find((item) => item.id === id)!.readAt;
  assert.equal(readAt(items[20]!.id), first[0]!.at);
  assert.equal(readAt(items[10]!.id), second[0]!.at);
  assert.deepEqual(read.counts, { unread: 0, read: 51, dismissed: 1, archived: 0, critical: 0 });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("moves of notifications leave every source record and every run's audit as they are", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await runToRest(h, repository, { request: "buy 10 shares of ACME" });
  const sources = () =>
    Object.keys(h.store.registry.streams).flatMap((kind) =>
      h.store.database.all<{ id: string; version: number; body: string }>(
        `select * from ${documentsTable(kind)} order by id`,
      ).map(({ id, version, body }) => [kind, id, version, sha256(body)])
    );
  const audit = async () => (await h.operator("GET /runs/:id/audit", { params: { id: waiting.id } })).entries;
  const [before, audited] = [sources(), await audit()];
  for (const { id } of (await h.operator("GET /notifications")).items) {
    for (const move of ["read", "unread", "dismiss", "archive", "delete"] as const) {
      await h.operator(`POST /notifications/:id/${move}`, { params: { id } });
    }
  }
  await h.operator("POST /notifications/read-all");
  assert.deepEqual(sources(), before);
  assert.deepEqual(await audit(), audited);
  const queue = await h.operator("GET /approvals/queue");
  assert.deepEqual(queue.items.map(({ id }) => id), [pendingOf(waiting).id]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /notifications refuses what it does not know with the values that it does", async () => {
  await using h = await harness();
  const cases: [string, RegExp][] = [
    ["status=deleted", /status.*unread.*read.*dismissed.*archived/],
    ["status=new", /status/],
    ["category=other", /category.*approval/],
    ["severity=fatal", /severity.*critical/],
    ["unreadOnly=maybe", /unreadOnly/],
    ["unreadOnly=true&status=read", /unreadOnly/],
    ["limit=0", /limit/],
    ["limit=1001", /limit/],
    ["offset=-1", /offset/],
  ];
  for (const [query, sentence] of cases) {
    const { status, body } = await h.json("GET", `/notifications?${query}`);
    assert.equal(status, 400, query);
    assert.match(body.error, sentence);
  }
  for (const id of ["nope", "ntf_", "ntf_00000000z", "ntf_0000000001", "ntf_zzzzzzzzzzz", "inbox"]) {
    const { status, body } = await h.json("POST", `/notifications/${id}/read`);
    assert.equal(status, 404, id);
    assert.equal(body.error, `There is no notification with the id "${id}".`);
  }
});

Deno.test("the agent token reads the inbox and moves nothing in it", async () => {
  await using h = await harness();
  await failures(h, 1);
  const { items } = await h.agent("GET /notifications");
  for (const move of ["read", "unread", "dismiss", "archive", "delete"]) {
    const path = `/notifications/${items[0]!.id}/${move}`;
    assert.equal((await h.json("POST", path, undefined, "agent-token")).status, 403);
    assert.equal((await h.json("POST", path, undefined, null)).status, 401);
  }
  assert.equal((await h.json("POST", "/notifications/read-all", undefined, "agent-token")).status, 403);
  assert.deepEqual((await h.agent("GET /notifications")).items, items);
});
