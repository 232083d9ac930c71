import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { readMaterial } from "../../services/ground/material/read.ts";
import { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import { filesWith } from "../secrets/secrets_world.ts";
import { runDue } from "../kit/run_due.ts";
import { atThree, automate, DAY, HOUR, MINUTE, onClocks, shown } from "./scenario.ts";

const SECRET = "a-secret-that-two-parties-know";
const BODY = '{"n":1}';
const bare = { "x-agent-harness-webhook-secret": SECRET };

async function secret(h: Harness, more: Record<string, unknown> = { value: SECRET }): Promise<string> {
  const body = { name: `hook/${crypto.randomUUID()}`, kind: "webhook", ...more };
  return (await h.operator("POST /secrets", { body: body as never })).id;
}

async function listen(h: Harness, root: string, trigger: Record<string, unknown> = {}) {
  const secretId = trigger.secretId ?? await secret(h);
  return await automate(h, root, {
    trigger: { kind: "webhook", path: "build", secretId, ...trigger },
    overlap: "allow_all",
  });
}

async function send(h: Harness, headers: Record<string, string>, body = BODY) {
  const init = { method: "POST", headers: { host: "hooks.example.org", ...headers }, body };
  const response = await h.send("/automation-webhooks/build", init, null);
  return { status: response.status, body: await response.json() };
}

const status = async (...sent: Parameters<typeof send>) => (await send(...sent)).status;
const outcome = async (...sent: Parameters<typeof send>) => (await send(...sent)).body.fires[0].outcome;

/** The headers of a signed delivery, with so many wrong signatures before the right one. */
function signed(now: number, id: string, { body = BODY, wrong = 0 } = {}): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac("sha256", SECRET).update(`${id}.${timestamp}.${body}`).digest("base64");
  const signatures = [...Array(wrong).fill("v1,AAAA"), `v1,${signature}`];
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

Deno.test("a signed delivery counts for exactly five minutes on either side, and by its first ten signatures", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  await listen(h, repository.root, { verification: "standard_webhooks" });
  const at = (milliseconds: number) => signed(clocks.wall + milliseconds, crypto.randomUUID());
  for (const far of [-300_000, 300_000]) assert.equal(await status(h, at(far)), 202, String(far));
  for (const far of [-301_000, 301_000]) assert.equal(await status(h, at(far)), 401, String(far));
  assert.equal(await status(h, signed(clocks.wall, "tenth", { wrong: 9 })), 202);
  assert.equal(await status(h, signed(clocks.wall, "eleventh", { wrong: 10 })), 401);
});

Deno.test("a key is the same delivery for exactly seven days", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  await listen(h, repository.root);
  const keyed = { ...bare, "idempotency-key": "k" };
  assert.equal(await outcome(h, keyed), "fired");
  clocks.pass(7 * DAY);
  assert.equal(await outcome(h, keyed), "deduplicated");
  clocks.pass(1);
  assert.equal(await outcome(h, keyed), "fired");
});

Deno.test("a signed id that comes with another body is the same delivery; a sender's own key is refused, also of two at once", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await listen(h, repository.root, { verification: "standard_webhooks" });
  assert.equal(await outcome(h, signed(clocks.wall, "msg_1")), "fired");
  const other = '{"n":2}';
  assert.equal(await outcome(h, signed(clocks.wall, "msg_1", { body: other }), other), "deduplicated");
  await h.operator("DELETE /automations/:id", { params: { id } });
  await listen(h, repository.root);
  const keyed = { ...bare, "idempotency-key": "k" };
  const both = await Promise.all([status(h, keyed, BODY), status(h, keyed, other)]);
  assert.deepEqual(both.toSorted(), [202, 400]);
});

Deno.test("a former secret counts until its time and not at it; one that was deleted takes nothing from the current one", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const [former, current] = [await secret(h), await secret(h, { value: "another-secret-of-both" })];
  const until = new Date(clocks.wall + DAY).toISOString();
  const { id } = await listen(h, repository.root, {
    secretId: current,
    previousSecretId: former,
    until,
  });
  clocks.pass(DAY - 1);
  assert.equal(await status(h, bare), 202);
  clocks.pass(1);
  assert.equal(await status(h, bare), 401);
  clocks.wall -= HOUR;
  await h.operator("POST /secrets/:id/delete", { params: { id: former } });
  const { outcomeNow } = await h.operator("GET /automations/:id/preview", { params: { id } });
  assert.equal(outcomeNow, "fired");
});

Deno.test("the value of a variable is read again after a minute, and one that could not be read, too", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const reference = `WEBHOOK_${crypto.randomUUID().replaceAll("-", "_")}`;
  const next = { "x-agent-harness-webhook-secret": "another-secret-of-both" };
  Deno.env.set(reference, SECRET);
  try {
    const { id } = await listen(h, repository.root, {
      secretId: await secret(h, { storageClass: "env", reference }),
    });
    Deno.env.set(reference, next["x-agent-harness-webhook-secret"]);
    clocks.pass(MINUTE);
    assert.equal(await status(h, bare), 202, "for a minute it is known");
    clocks.pass(1);
    assert.deepEqual([await status(h, bare), await status(h, next)], [401, 202]);
    await h.operator("DELETE /automations/:id", { params: { id } });
  } finally {
    Deno.env.delete(reference);
  }
  const secretId = await secret(h);
  const files = [...Deno.readDirSync(`${h.directory}/secrets`)]
    .map(({ name }) => `${h.directory}/secrets/${name}`).filter((path) => path.includes(secretId));
  assert.equal(files.length, 1, files.join());
  Deno.renameSync(files[0]!, `${h.directory}/away`);
  await listen(h, repository.root, { secretId });
  assert.equal(await status(h, bare), 401);
  Deno.renameSync(`${h.directory}/away`, files[0]!);
  clocks.pass(MINUTE + 1);
  assert.equal(await status(h, bare), 202);
});

Deno.test("the body of a delivery is kept for thirty days", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  await listen(h, repository.root);
  const events = await h.eventsOf(() => send(h, bare));
  const { materialId } = events.at(-1)!.data as { materialId: string };
  const ctx = contextFor(h.service, "system");
  clocks.pass(30 * DAY - 1);
  await h.composition.maintenance.runOnce();
  assert.equal(new TextDecoder().decode(await readMaterial(ctx, materialId)), BODY);
  clocks.pass(HOUR);
  await h.composition.maintenance.runOnce();
  await assert.rejects(readMaterial(ctx, materialId), /no material/);
});

Deno.test("the least maxPerMinute of a path's automations holds for it", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  await listen(h, repository.root, { maxPerMinute: 5 });
  await listen(h, repository.root, { maxPerMinute: 2 });
  const statuses = [await status(h, bare), await status(h, bare), await status(h, bare)];
  assert.deepEqual(statuses, [202, 202, 500]);
});

Deno.test("a path takes sixty deliveries a minute unless its automation says otherwise", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  await listen(h, repository.root);
  const statuses: number[] = [];
  for (let sent = 0; sent < 61; sent++) statuses.push(await status(h, bare));
  assert.deepEqual(statuses, [...Array(60).fill(202), 500]);
});

Deno.test("what arrives while an automation is erased is erased with it", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  for (let turns = 0; turns < 20; turns++) {
    const { id } = await listen(h, repository.root, { path: `build${turns}` });
    const sent = `sent-${crypto.randomUUID()}`;
    const delivery = h.send(`/automation-webhooks/build${turns}`, {
      method: "POST",
      headers: { "x-agent-harness-webhook-secret": SECRET, "content-type": "application/json" },
      body: JSON.stringify({ sent }),
    }, null);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await Promise.all([delivery, h.json("DELETE", `/automations/${id}`)]);
    await h.store.durable();
    assert.deepEqual(filesWith(h.directory, sent), [], `${turns} turns after the delivery began`);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a path triggers at most twenty automations, and another one is refused when it is saved", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const secretId = await secret(h);
  let id = "";
  for (let count = 1; count <= 20; count++) ({ id } = await listen(h, repository.root, { secretId }));
  await assert.rejects(listen(h, repository.root, { secretId }), /The path "build" triggers 20 automations/);
  await listen(h, repository.root, { secretId, path: "other" });
  await automate(h, repository.root, { id, trigger: { kind: "webhook", path: "build", secretId } });
  assert.equal((await send(h, bare)).body.fires.length, 20);
});

Deno.test("a delivery or an event before startAt or after endAt starts nothing, and the preview says so", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const startAt = new Date(clocks.wall + HOUR).toISOString();
  const endAt = new Date(clocks.wall + 2 * HOUR).toISOString();
  const hook = { kind: "webhook", path: "build", secretId: await secret(h) };
  const event = { kind: "event", types: ["run.cancelled"] };
  const more = { startAt, endAt, overlap: "allow_all" };
  const { id } = await automate(h, repository.root, { ...more, trigger: hook });
  const { id: other } = await automate(h, repository.root, { ...more, trigger: event });
  const preview = () => h.operator("GET /automations/:id/preview", { params: { id }, query: {} });
  const both = async () => {
    const body = { request: 'create x.txt with "x"', repoPath: repository.root };
    const run = await h.operator("POST /runs", { body });
    await h.operator("POST /runs/:id/cancel", { params: { id: run.id } });
    await runDue(h);
    const [row] = (await shown(h, other)).ledger.items;
    return [await outcome(h, bare), row!.outcome, (await preview()).outcomeNow];
  };
  assert.deepEqual(await both(), ["rejected", "rejected", "rejected"]);
  assert.match((await preview()).blockers.join(), /The automation starts at 2026-/);
  clocks.pass(HOUR);
  assert.deepEqual(await both(), ["fired", "fired", "fired"]);
  clocks.pass(2 * HOUR);
  assert.deepEqual(await both(), ["rejected", "rejected", "rejected"]);
  const byHand = await h.operator("POST /automations/:id/trigger", { params: { id }, body: {} });
  assert.equal(byHand.outcome, "fired", "a person may");
});
