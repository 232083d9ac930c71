import assert from "node:assert/strict";
import { AGENT, Harness, harness, OPERATOR } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { queuedRun } from "./queued_run.ts";
import { assertRefusal, leavesNoEvent } from "./sentence.ts";

type Sent = { path?: string; key?: string; body?: unknown; token?: string };

/** Sends a creating request with a key; gives status and text. */
async function create(
  h: Harness,
  { path = "/coordinator/runs", key = "key-1", body, token = OPERATOR }: Sent,
) {
  const headers = { "content-type": "application/json", "idempotency-key": key };
  const response = await h.send(path, { method: "POST", headers, body: JSON.stringify(body) }, token);
  return { status: response.status, text: await response.text() };
}

const runsOf = async (h: Harness) => (await h.operator("GET /runs")).length;

Deno.test("the same key and body gives the same answer, to the byte, and one run", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const body = { request: "x", repoPath: run.repoPath };
  const first = await create(h, { body });
  assert.equal(first.status, 201);
  await leavesNoEvent(h, "again", async () => {
    for (let i = 0; i < 5; i++) assert.deepEqual(await create(h, { body }), first);
  });
  assert.equal(await runsOf(h), 2);
});

Deno.test("the same key with another body, or for another run, is 400 and changes nothing", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  await using other = await queuedRun(h);
  const body = { request: "x", repoPath: run.repoPath };
  await create(h, { body });
  await create(h, { path: `/runs/${run.id}/coordinator-report`, body: {} });
  await leavesNoEvent(h, "another body", async () => {
    for (
      const sent of [
        { body: { ...body, request: "y" } },
        { body: { ...body, extra: 1 } },
        { body: {} },
        { path: `/runs/${other.id}/coordinator-report`, body: {} },
      ]
    ) {
      const { status, text } = await create(h, sent);
      assert.equal(status, 400, text);
    }
  });
});

Deno.test("keys are each caller's and each route's own", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const body = { request: "x", repoPath: run.repoPath };
  const ids = new Set<string>();
  for (const path of ["/coordinator/runs", "/runs"]) {
    for (const token of [OPERATOR, AGENT]) {
      const { status, text } = await create(h, { path, body, token });
      assert.equal(status, 201, text);
      ids.add(JSON.parse(text).id);
    }
  }
  assert.equal(ids.size, 4);
});

Deno.test("an answer survives a restart, and is forgotten after 24 hours", async () => {
  let at = Date.parse("2026-01-02T03:04:05.678Z");
  const now = () => new Date(at);
  const directory = temporaryDirectory();
  const before = await Harness.open({ now }, directory);
  await using run = await queuedRun(before);
  const body = { request: "x", repoPath: run.repoPath };
  const first = await create(before, { body });
  await before.close();
  await using h = await Harness.open({ now }, directory);
  assert.deepEqual(await create(h, { body }), first);
  at += 24 * 60 * 60 * 1000;
  assert.deepEqual(await create(h, { body }), first);
  at += 1;
  const later = await create(h, { body });
  assert.equal(later.status, 201);
  assert.notEqual(later.text, first.text);
  assert.deepEqual(await create(h, { body }), later);
});

Deno.test("a key is 1 to 255 printable characters; any other is 400", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const body = { request: "x", repoPath: run.repoPath };
  for (const key of ["", "two words", "é", "x".repeat(256)]) {
    const headers = { "content-type": "application/json", "idempotency-key": key };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    await leavesNoEvent(
      h,
      key,
      async () => void await assertRefusal(await h.send("/runs", init), [400], key),
    );
  }
  for (const key of ["a", "~!@#$%^&*()_+{}|:<>?", "x".repeat(255)]) {
    assert.equal((await create(h, { key, body })).status, 201, key);
  }
});

Deno.test("many requests with one key in one turn make one run", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const body = { request: "x", repoPath: run.repoPath };
  const answers = await Promise.all(Array.from({ length: 40 }, () => create(h, { body })));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.ok(answers.every(({ status }) => status === 201));
  assert.equal(await runsOf(h), 2);
});

Deno.test("a request that is refused takes no key: the right one may follow with it", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  assert.equal((await create(h, { body: { request: "x", repoPath: "/nowhere" } })).status, 400);
  assert.equal((await create(h, { body: { request: "x", repoPath: run.repoPath } })).status, 201);
});

Deno.test("an answer goes with the run whose text it repeats", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const params = { id: run.id };
  const canary = `canary-${crypto.randomUUID()}`;
  const made = await create(h, { body: { request: canary, repoPath: run.repoPath } });
  await create(h, { path: `/runs/${run.id}/coordinator-report`, body: { reason: canary } });
  await create(h, { path: `/runs/${run.id}/research-notes`, body: { content: canary } });
  const source = { kind: "test", id: "canary" };
  const memory = { type: "fact", scope: "run", scopeId: run.id, content: canary, source };
  await create(h, { path: "/memory", body: memory });
  const again = await create(h, { path: `/runs/${run.id}/retry`, body: { request: canary } });
  const rows = () =>
    h.store.database.get<{ n: number }>(
      "select count(*) as n from idempotency where response like ?",
      `%${canary}%`,
    )!.n;
  assert.equal(rows(), 5);
  await h.operator("POST /runs/:id/delete", { params });
  for (const [i, { text }] of [made, again].entries()) {
    assert.equal(rows(), 2 - i);
    await h.operator("POST /runs/:id/delete", { params: { id: JSON.parse(text).id } });
  }
  assert.equal(rows(), 0);
});

Deno.test("an answer goes with each run that it names, also where it is about something else", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const canary = `canary-${crypto.randomUUID()}`;
  const { id } = await h.operator("POST /coordinator/conversations", { body: {} });
  const asked = { content: `create a.txt with "${canary}"`, repoPath: run.repoPath };
  const { runId } = await h.operator("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: asked,
  });
  const body = { kind: "user", content: "Is it done?" };
  const path = `/coordinator/conversations/${id}/events`;
  const { text } = await create(h, { path, body });
  assert.match(text, new RegExp(canary), "the control: it lists the run");
  await create(h, { path, key: "key-2", body: { ...body, content: "other" } });
  await h.operator("POST /runs/:id/delete", { params: { id: runId! } });
  assert.deepEqual(
    h.store.database.all("select key from idempotency where response like ?", `%${canary}%`),
    [],
  );
});
