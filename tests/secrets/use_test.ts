import assert from "node:assert/strict";
import { NotFoundError, UnavailableError } from "../../services/ground/kernel/errors.ts";
import { useSecret } from "../../services/accounts/secrets/use.ts";
import { TestRepository } from "../git.ts";
import { AGENT, harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";
import { CANARY, filesWith, restarted, store, systemOf } from "./secrets_world.ts";

const USE = { call: "model.call", host: "api.example.org" };

Deno.test("useSecret gives the value by id, name and provider, and leaves a receipt of each", async () => {
  await using h = await harness();
  const { id } = await store(h, CANARY, { provider: "openai" });
  const events = await h.eventsOf(async () => {
    for (const which of [{ id }, { name: "canary" }, { provider: "openai" }]) {
      assert.equal(await useSecret(systemOf(h), which, USE), CANARY);
    }
  });
  assert.deepEqual(
    events.map(({ type, data }) => ({ type, data })),
    [1, 2, 3].map(() => ({
      type: "secret.used",
      data: { name: "canary", version: 1, ...USE, runId: null, taskSessionId: null },
    })),
  );
  const shown = await h.operator("GET /secrets/:id", { params: { id } });
  assert.equal(shown.receipts.total, 3);
  assert.deepEqual(
    shown.receipts.items.map(({ sequence }) => sequence),
    events.map(({ seq }) => seq).reverse(),
  );
  assert.equal(shown.lastUsedAt, events.at(-1)!.at);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("useSecret: a receipt names its run, outlives it, and is in nothing that the agent may read of the run", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await store(h);
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const taskSessionId = run.tasks[0]!.id;
  await useSecret(systemOf(h), { id }, { ...USE, runId: run.id, taskSessionId });
  for (const path of ["", "/timeline", "/audit", "/audit-view", "/replay-packet", "/workspace"]) {
    const { status, body } = await h.json("GET", `/runs/${run.id}${path}`, undefined, AGENT);
    assert.equal(status, 200);
    assert.ok(!/secret_|canary/.test(JSON.stringify(body)), path);
  }
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  const { receipts } = await h.operator("GET /secrets/:id", { params: { id } });
  assert.deepEqual([receipts.total, receipts.items[0]!.runId, receipts.items[0]!.taskSessionId], [
    1,
    run.id,
    taskSessionId,
  ]);
  await assert.rejects(useSecret(systemOf(h), { id }, { ...USE, runId: run.id }), NotFoundError);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("useSecret: what is missing or deleted is said with what to do, and leaves no receipt", async () => {
  await using h = await harness();
  const { id } = await store(h);
  await h.operator("POST /secrets/:id/delete", { params: { id } });
  const events = await h.eventsOf(async () => {
    await assert.rejects(useSecret(systemOf(h), { id }, USE), /was deleted on .* Store a new one/);
    await assert.rejects(useSecret(systemOf(h), { id: "secret_x" }, USE), NotFoundError);
    await assert.rejects(
      useSecret(systemOf(h), { name: "canary" }, USE),
      /secrets set --name canary .* stdin/,
    );
    await assert.rejects(useSecret(systemOf(h), { provider: "openai" }, USE), UnavailableError);
  });
  assert.deepEqual(events, []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /secrets keeps the value over a restart, and no file of the storage directory shows it", async () => {
  let h = await harness();
  try {
    const { id } = await store(h);
    assert.deepEqual(filesWith(h.directory, CANARY), []);
    h = await restarted(h);
    assert.equal(await useSecret(systemOf(h), { id }, USE), CANARY);
    assert.deepEqual(filesWith(h.directory, CANARY), []);
    h = await restarted(h);
    assert.equal(h.service.redactor.holds(CANARY), true, "a stored value is known from the start");
    const same = { id, name: "canary", kind: "api-key", value: CANARY };
    assert.equal((await h.operator("POST /secrets", { body: same })).version, 1);
    assert.deepEqual(h.rebuildDifferences(), []);
  } finally {
    await h[Symbol.asyncDispose]();
  }
});
